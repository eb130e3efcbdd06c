/// The parts of the preview that are the same for every text: how it looks and what stands around the pages.
enum HTMLTemplate {
    static let style: StaticString = """
        :root { --desk: #d9d7d2; --bar: #f4f2ee; --text: #222; --mark: #ffd54a; }
        :root[data-theme="dark"] { --desk: #16181b; --bar: #22262b; --text: #ddd; --ink: #e3e0d8; --ruby: #e3e0d8; --paper: #1d2024; --mark: #7a5c00; }
        * { box-sizing: border-box; }
        html, body { margin: 0; height: 100%; }
        body { display: flex; flex-direction: column; background: var(--desk); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
        header { display: flex; flex-wrap: wrap; gap: .4em; align-items: center; padding: .4em .6em; background: var(--bar); }
        header h1 { flex: 1 1 8em; margin: 0; font-size: 1em; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        button, input { font: inherit; color: inherit; background: transparent; border: 1px solid currentColor; border-radius: .3em; padding: .15em .6em; }
        button[aria-pressed="true"] { background: var(--text); color: var(--bar); }
        input { width: 9em; }
        #book { flex: 1; min-height: 0; display: flex; justify-content: center; align-items: center; gap: 0; padding: .6em; touch-action: pan-y pinch-zoom; }
        #book.vertical { flex-direction: row-reverse; }
        #book.endless { overflow: auto; display: block; }
        #book.endless.vertical { direction: rtl; }
        svg.page { background: var(--paper); box-shadow: 0 1px 4px #0006; max-height: 100%; max-width: 100%; height: 100%; width: auto; display: block; }
        #book.spread svg.page { max-width: 50%; }
        #book.endless svg.page { height: auto; width: auto; max-width: none; max-height: none; }
        svg .ink { fill: var(--ink); stroke: var(--ink); stroke-width: 0; pointer-events: none; }
        svg .ruby { fill: var(--ruby); stroke: var(--ruby); }
        svg .rule { fill: none; stroke: var(--ink); pointer-events: none; }
        svg .mark { fill: var(--mark); }
        svg text { fill: transparent; white-space: pre; font-family: serif; cursor: text; }
        svg text::selection { background: #3b82f680; }
        .no-ruby svg .ruby { display: none; }
        #contents { position: fixed; inset: 3em auto auto .6em; max-height: 80vh; max-width: 90vw; overflow: auto; margin: 0; padding: .6em; background: var(--bar); color: inherit;
          border: 1px solid currentColor; border-radius: .4em; }
        #contents a { display: block; color: inherit; text-decoration: none; padding: .1em .4em; }
        #contents a:hover, #contents a:focus { text-decoration: underline; }
        #contents[hidden] { display: none; }
        @media print { header, #contents { display: none; } }

        """

    static let body: StaticString = """
        <body>
        <header>
        <h1 id="title"></h1>
        <button id="toc" aria-expanded="false" aria-controls="contents" title="目次 (C)">目次</button>
        <button id="ruby" aria-pressed="true" title="ルビ (R)">ルビ</button>
        <button id="theme" aria-pressed="false" title="明暗 (D)">暗</button>
        <input id="search" type="search" placeholder="検索 (/)" aria-label="検索">
        <span id="found" role="status"></span>
        <button id="back" title="前の頁">前</button>
        <span id="where" role="status"></span>
        <button id="forward" title="次の頁">次</button>
        </header>
        <nav id="contents" hidden aria-label="目次"></nav>
        <main id="book" tabindex="-1"></main>
        <noscript><p>この見本はスクリプトで頁を表示します。</p></noscript>

        """
}
