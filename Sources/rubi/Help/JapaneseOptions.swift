/// What help says of an option in Japanese; `details` may be empty.
typealias OptionText = (summary: String, details: String)

extension OptionName {
    /// In Japanese. The compiler asks for every option.
    var japanese: OptionText {
        switch self {
        case .from: ("原稿の記法", "auto は本文とファイル名から見分け、次点と僅差のときはそう告げます。")
        case .encoding: ("原稿の文字コード", "auto はバイト列から見分けます。shift_jisx0213 は推定されません。")
        case .frontMatter: ("題名・著者・凡例が本文の前にあるか", "auto は、凡例か奥付のある青空文庫形式でだけ探します。")
        case .keepKunoji: ("／＼ と ／″＼ を書かれたままにする", "指定しなければ、くの字点 〱 〲 になります。")
        case .halfwidthKana: ("半角片仮名をどうするか", "full は ｶﾞ を ガ にします。")
        case .typstRuby: ("Typst でルビを組む関数の名", "")
        case .stdinFormat:
            (
                "標準入力にあるもの。原稿か、レコードか",
                #"jsonl は一行に一つのオブジェクト {"id":…,"text":…,"options":{…}} を読み、順に {"id":…,"ok":true,"records":[…]} か {"id":…,"ok":false,"error":{…}} で答えます。誤った一行で残りが止まることはありません。"#
            )
        case .filesFrom: ("原稿の名を一行に一つ書いたファイル。- は標準入力", "")
        case .null: ("--files-from の名が、行末でなく NUL で終わる", "")
        case .recursive: ("フォルダーとその中のフォルダーの原稿を取る", "拡張子 txt md html htm xhtml tex typ で選びます。--out-dir の中も同じフォルダーの形になります。")
        case .output:
            (
                "出力先。- は標準出力",
                "できあがってからその名で現れます。装置やパイプにはじかに書きます。原稿は決して上書きしません。SVG と PNG は頁ごとに一つのファイルで、story.svg なら story-1.svg、story-2.svg となります。"
            )
        case .outDir: ("原稿ごとの出力を入れるフォルダー", "名は原稿の名に、形式の拡張子を付けたものです。フォルダーがなければ作ります。")
        case .format: ("出力の形式", "typeset は、指定がなければ --output の拡張子に従います。index の tsv は各行の前に読みを書きます。")
        case .pdfRuby: ("写したり聞いたりする人に、PDF がルビをどう渡すか", "tagged は構造の要素 Ruby、RB、RT として、after は親文字の後の文字として渡し、artifact は渡しません。")
        case .pdfVersion: ("PDF の版", "")
        case .bleed: ("PDF の背景が頁の縁の外に出る長さ（裁ち落とし）", "")
        case .cropMarks: ("PDF の頁の周りに裁つための印を付ける（トンボ）", "")
        case .dpi: ("PNG の一インチの画素数", "")
        case .sheet: ("これだけの頁を並べた一枚の PNG にする", "")
        case .to: ("書き出す記法", "convert では必ず指定します。furigana は指定がなければ原稿の記法で、index --of words は青空文庫の記法で書きます。")
        case .outputEncoding: ("書き出す文字コード", "furigana は、別の記法を求められなければ原稿の文字コードを保ちます。表せない字は記法の許す形で書き、なければ 〓 にして報告します。")
        case .splitJukugo: ("読みで分けられた熟語を、一字ずつのルビとして書く", "")
        case .standalone: ("断片でなく、HTML・LaTeX・Typst の完全なファイルを書く", "")
        case .page:
            (
                "紙。名のある判型、幅×高さ、または none",
                "判型は文字の大きさと字詰め・行数を伴います。文庫、新書、四六、原稿用紙などの名も使えます。genko は 20 × 20 の原稿用紙、ereader と phone は画面です。none は終わりのない一段です。"
            )
        case .direction: ("行の向き（縦組み・横組み）", "convert では、完全な HTML を書くときに効きます。")
        case .measure: ("一行の文字数（字詰め）", "")
        case .lines: ("一段の行数", "")
        case .columns: ("一頁の段数", "")
        case .columnGap: ("段と段の間（段間）", "")
        case .margin: ("余白。一つから四つの長さをコンマで並べる", "天、小口、地、のどの順です。一つなら四方、二つなら初めが天地、三つなら二つ目が小口とのどです。")
        case .fontSize: ("本文の文字の大きさ。単位は pt、mm、Q", "")
        case .lineGap: ("行と行の間（行間）", "")
        case .lineHeight: ("ルビのある行で行の間隔をどうするか", "fixed は間隔を保ってルビを行間に入れ、grow はルビの分を広げます。頁があれば fixed、--page none なら grow が既定です。")
        case .folio: ("頁番号（ノンブル）", "")
        case .runningHead: ("柱", "")
        case .matter: ("題名・著者・奥付を組むか", "front は本文の前に題名と名を組み、頁があるときの既定です。all は奥付も組みます。none はどちらも組まず、--page none のときの既定です。")
        case .theme:
            (
                "見出しと頁番号の体裁",
                "standard は太い見出しと小口の頁番号。novel は三字下げの、本文と大きさの変わらない細い見出しと、地の中央の頁番号。classic は四字下げの大きく細い見出しと、地の中央の漢数字です。"
            )
        case .grid:
            (
                "文字の入る升目を描く（原稿用紙）",
                "--page genko では初めから有効で、約物にも一升ずつを与えます（--punctuation full --bracket-indent full --hang allow --justify off --ruby-overhang full）。"
            )
        case .font: ("書体。族の名、またはファイルの名。集まりの中の番号は #N で示す", "繰り返せば、前の書体にない字のための書体を順に示せます。")
        case .rubyFont: ("ルビの書体", "")
        case .features: ("OpenType の機能。例：liga,ruby=0", "")
        case .color: ("文字の色。#RRGGBB か CSS の名", "")
        case .rubyColor: ("ルビの色", "")
        case .background: ("紙の色", "")
        case .ruby: ("ルビを親文字にどう付けるか", "auto は記法の言うとおりにします。mono は分けられた各部を一字ずつに、group は語全体に付け、jukugo は隣り合う漢字を一つの熟語にします。")
        case .rubyAlign: ("ルビと親文字のうち短いほうを、長いほうにどう配るか", "even は前後と間を等しく、jis は JIS X 4051 の 1:2:1、justify は両端揃え。center、start、end は配りません。")
        case .rubyEndCap: ("ルビの両端の空きの上限。または none", "")
        case .jukugo: ("熟語の読みが場所をどう分け合うか", "simple は一字ずつ、または全体で一つ。jlreq は長い読みが隣の字の場所を借ります。")
        case .rubyOverhang: ("長いルビが親文字の外で掛かってよいもの（ルビ掛け）", "kana は隣の仮名と空き、jis は平仮名と空き、none は空きだけ、full は日本語の文字にルビ半字分まで。")
        case .rubyEdge: ("行頭・行末の長いルビで、何を行の端に揃えるか", "ruby はルビを、base は親文字を揃えて余りを内に入れ、protrude はルビが行の外に出ることを許します。")
        case .rubyBreak: ("語全体に付くルビを二行に分けてよいか", "")
        case .rubySize: ("親文字に対するルビの大きさ", "third は高さが半分で幅が三分の一、漢字一字に仮名三字が入ります。")
        case .rubyGap: ("親文字とルビの間", "")
        case .rubyKana: ("読みの小書きの仮名を並みの大きさにするか", "")
        case .rubySide: ("一方だけの読みの付く側", "over は縦組みの右、横組みの上です。")
        case .emphasisSkip: ("圏点を付けない文字", "")
        case .emphasisWithRuby: ("ルビと出会う圏点の位置", "")
        case .kinsoku: ("行頭・行末に置けない文字（禁則）", "")
        case .hang: ("句読点が行末からはみ出してよいか（ぶら下げ）", "")
        case .justify: ("行を字詰めいっぱいに揃えるか", "")
        case .breaker: ("改行の決め方。一行ずつか、段落全体でか", "")
        case .align: ("行を字詰めの中のどこに置くか。center と end は揃えず、jidori（字取り）はどの行も配る", "")
        case .punctuation: ("約物の幅", "jlreq は半角と、場所に応じた空き。full は原稿用紙のように一字分ずつ。half は半角ずつ。")
        case .punctuationMin: ("詰まった行で約物の空きをどこまで詰めるか", "")
        case .bracketIndent: ("括弧で始まる段落の字下げ", "")
        case .indent: ("すべての段落の一行目の字下げ（字数）", "")
        case .widows: ("段落の最後の行の、最も少ない文字数", "")
        case .warichuSize: ("本文に対する割り注の大きさ", "")
        case .orientation: ("縦組みの欧字と数字の向き", "")
        case .autoTcy: ("縦組みで N 桁までの数字を横に並べる（縦中横）", "")
        case .quotes: ("turned は縦組みで “ ” を 〝 〟 にする", "")
        case .advice: ("ほかに、著者が見直したいかもしれない点を注記する", "仮名でない読み、読みの揺れ、空きのない ！ ？ など。")
        case .dictionary: ("MeCab の辞書のフォルダー", "UTF-8 で、IPA 辞書か UniDic の項目を持つもの。")
        case .userDictionary: ("mecab-dict-index -u で作った利用者辞書", "")
        case .readings: ("名や語とその読みの一覧", "一行に一つ、語と仮名の読みをタブかコンマで分けるか、東雲《しののめ》と書きます。| は読みを字ごとに分けます。")
        case .first: ("この範囲で初めの一度だけ読みを付ける", "著者の付けた読みも数えます。章は見出し、頁は改頁で始まります。")
        case .level: ("学年、または漢字のファイル。知っている字には読みを付けない", "4 なら、四年生までに習う漢字だけの語に読みを付けません（学年別漢字配当表）。")
        case .only: ("これらの語にだけ読みを付ける", "コンマで並べるか、一行に一つ書いた @FILE。")
        case .except: ("これらの語に読みを付けない", "--only と同じ書き方。")
        case .confidence: ("これより確かでない読みに印を付ける", "その読みの終わりに ？ が立ち、確かさが報告されます。同じ読みになる解析すべての、MeCab の確率の和です。")
        case .of: ("並べるもの。行か、原稿のルビの付いた語と見出しか", "語の索引は頁を伴い、それ自身が組める原稿です。")
        case .field: ("行を並べるときに見る欄", "欄はタブで分かれます。csv:N はコンマで分かれる値のためで、.csv のファイルではそうなります。")
        case .key: ("並べる基準", "romaji は仮名のつづりのまま（toukyou）、hepburn は外国で通じる形（tōkyō）。欧文はそのままです。")
        case .group: ("群の間の見出し", "row は あ か さ た な、kana は あ い う と、初めの仮名で分けます。行では none、語では row が既定です。")
        case .jobs: ("同時に扱う原稿の数", "いくつでも出力は同じです。--out-dir と --stdin-format jsonl で効きます。")
        case .resume: ("--out-dir で、前に同じものから作ったものを飛ばす", "出力が何から作られたか（原稿、設定、書体、版）をフォルダーの .rubi-manifest に記します。途中で止まった仕事は、同じ命令で続きます。")
        case .watch: ("原稿をブラウザーで見せ、保存するたびに組み直す", "見本は印字される所にあり、この機械からだけ見えます。変わったところだけを組み直し、読んでいる場所を保ちます。原稿と同じ場所の .rubi が変わっても同じです。")
        case .progress: ("多くの原稿を扱う間、標準エラーに進み具合を示す", "auto は端末のときだけ。")
        case .config:
            (
                "既定の設定のファイル。key = value の行。none は何も読まない",
                "key は長い名です。命令で指定したものが優先します。なければ、原稿と同じ場所の .rubi がその原稿に効きます。原稿も、初めの 16 KiB の中の注記で、頁・ルビ・行・色の設定を自分で書けます。青空文庫形式では［＃rubi: page = bunko; lines = 15］、html・denden・vfm では <!-- rubi: … -->、latex では % rubi: …、typst では // rubi: … で、.rubi に優先します。"
            )
        case .werror: ("警告を誤りとして扱う", "")
        case .quiet: ("注記と警告を出さない", "")
        case .verbose: ("何をなぜ決めたかを告げる", "")
        case .lang: ("知らせと説明の言語", "auto はロケールに従います。ただし check の json と sarif は英語です。")
        case .help: ("この説明。-h は短いもの", "")
        case .version: ("版と、使っているライブラリの版", "")
        }
    }
}

extension OptionSpec {
    /// Defaults that are words of a sentence, in Japanese; a default that is a value is the same in both languages.
    static let japaneseDefaults: [String: String] = [
        "a5; none for jsonl, json, text and measure": "a5。jsonl、json、text と measure では none",
        "the preset's, else what fits; 40 with --page none": "判型のもの、なければ入るだけ。--page none では 40",
        "the preset's, else what fits; no end with --page none": "判型のもの、なければ入るだけ。--page none では終わりなし",
        "what centres the frame": "版面が中央になるもの",
        "the preset's, else 10.5pt": "判型のもの、なければ 10.5pt",
        "BIZ UDMincho, then Noto Serif CJK JP": "BIZ UDMincho、次に Noto Serif CJK JP",
        "the text's": "本文のもの",
        "none": "なし",
        "all": "すべて",
        "standard output": "標準出力",
        "0.5em for jis, none for even": "jis では 0.5em、even では none",
        "where Debian has the IPA dictionary": "Debian の IPA 辞書の場所",
        "the whole line": "行全体",
        "the number of processors": "プロセッサーの数",
        ".rubi beside the manuscript": "原稿と同じ場所の .rubi",
    ]
}
