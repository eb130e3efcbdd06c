// What help says of subcommands and groups in Japanese. The compiler asks for every one.
extension Command {
    /// The summary and the description in Japanese.
    var japanese: (summary: String, description: String) {
        switch self {
        case .typeset: ("原稿を組む", "原稿を組みます。本文からルビを見つけ、親文字と読みの字形を選び、読みを置き、改行し、頁を満たして、置かれた字形や頁を書き出します。")
        case .measure:
            (
                "どれだけの場所を取るか。行数、頁数、大きさ、版面に入る量",
                "原稿がどれだけの場所を取るかを告げます。行数、頁数、文字数、ルビを行間に入れるとき（fixed）と行を広げるとき（grow）に要る大きさ、与えられた字詰め・行数の初めの版面に入る量です。"
            )
        case .check: ("記法の誤りをすべて、その場所とともに", "記法の誤りをすべて、ファイルと行と桁とともに標準出力に並べます。誤りがあれば終了状態は 1 です。")
        case .convert: ("同じ原稿を別の記法で", "原稿を別の記法で書きます。別の記法で表せないものは種類ごとに一度報告され、その文字は残ります。")
        case .furigana:
            (
                "読みのない漢字に読みを付ける",
                "読みのない漢字に、MeCab とその辞書で、原稿の記法か --to の記法で読みを付けます。すでにある読みには触れず、同じ語のほかの所にもそれを使います。MeCab の知らない語はそのままにして報告します。"
            )
        case .index: ("行、または原稿のルビの付いた語を五十音順に", "行をその読みの五十音順（JIS X 4061）に並べます。--of words なら、ルビの付いた語と見出しに頁を付けた、原稿の索引を作ります。順序はロケールによりません。")
        case .stats:
            (
                "文字数、原稿用紙の枚数、ルビ、読みやすさ、読むのにかかる時間",
                "原稿を数えます。文字・段落・文、20 × 20 の原稿用紙の枚数、学年別の漢字、読みの付いた漢字の割合、建石・小野・山田の式（1988、平均 50、大きいほど易しい）による読みやすさ、一分に 500 字で黙読し 300 字で音読するときの時間です。"
            )
        case .diff: ("二つの版の本文・ルビ・頁の違い", "原稿の二つの版を、記法や文字コードによらず比べます。何が書き換えられ、どの読みが変わり、どの頁の行が変わったか。終了状態は diff と同じく、同じなら 0、違えば 1 です。")
        case .fonts: ("使える書体と、それにある文字", "使える書体、または族 QUERY の書体を、日本語の文字集合のどれだけを持つかとともに並べます。")
        case .parse: ("文書の木を JSON で", "原稿の文書の木を、各節の元になった原稿のバイトとともに JSON で印字します。")
        case .schema:
            (
                "出力の JSON Schema",
                "jsonl の一つのレコード、または NAME の JSON Schema（2020-12 版）を印字します。NAME は document、page、line、end、parse、check、measure、stats、diff、answer です。"
            )
        case .config:
            (
                "有効な設定と、その出どころ",
                "有効な設定を、FILE があればその原稿について、それぞれの出どころとともに印字します。命令、ファイル、原稿、既定のどれかです。ほかの命令の選択肢をすべて取ります。印字されたものは --config のファイルになります。"
            )
        case .doctor: ("足りない書体やライブラリと、それを入れる命令", "rubi が自分のほかに要るものを探します。既定の書体、読みの辞書、C ライブラリの文字コード。足りないものには、それを入れる命令を示し、終了状態は 3 です。")
        case .help: ("命令の説明、または man、options、bash、zsh、fish", "命令の説明、手引き（man）、選択肢の一覧（options）、補完のファイル（bash、zsh、fish）を示します。")
        }
    }
}

extension OptionGroup {
    var japaneseTitle: String {
        switch self {
        case .input: "入力"
        case .output: "出力"
        case .page: "頁"
        case .fonts: "書体"
        case .ruby: "ルビ"
        case .lines: "行"
        case .check: "検査"
        case .readings: "読み"
        case .work: "仕事"
        }
    }
}
