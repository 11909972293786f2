/** The one style sheet of the public pages, allowed by its hash. Colours as in the design's tokens. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fdfbf7;--card:#fff;--text:#241f1a;--soft:#5f574e;--line:#e5ddd1;--accent:#0b6075;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#171411;--card:#211d19;--text:#f2ece3;--soft:#b9ae9f;--line:#3a332c;--accent:#6cc3d5;--on:#0d2127}}
*{box-sizing:border-box;margin:0}
body{font:1.0625rem/1.65 system-ui,"Segoe UI","Noto Sans","Noto Sans Arabic",sans-serif;background:var(--bg);color:var(--text)}
a{color:var(--accent)}a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
header,main,footer{max-width:52rem;margin-inline:auto;padding:1rem 1.25rem}
header,footer{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;justify-content:space-between}
nav,footer p{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
.brand{font-weight:700;font-size:1.2rem;text-decoration:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1rem,4vw,2rem);margin-block-end:1.25rem}
.who{display:flex;flex-wrap:wrap;gap:1.25rem;align-items:center}
.who img,.initials{inline-size:7.5rem;block-size:7.5rem;border-radius:50%;object-fit:cover}
.initials{display:grid;place-items:center;background:var(--line);font-size:2.2rem;font-weight:600}
h1{font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.2}h2{font-size:1.2rem;margin-block-end:.5rem}
.soft{color:var(--soft)}.bio{white-space:pre-line}
ul.tags{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.4rem;margin-block:.75rem}
.tags li{border:1px solid var(--line);border-radius:2rem;padding:.1rem .8rem}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.4rem 1.25rem}
dt{color:var(--soft)}dd{overflow-wrap:anywhere}
.go{display:flex;flex-wrap:wrap;gap:.75rem;margin-block-start:1rem}
.go+p{margin-block-start:.75rem}
.button{display:inline-block;padding:.65rem 1.3rem;border-radius:.7rem;background:var(--accent);color:var(--on);text-decoration:none;font-weight:600}
.button.second{background:none;color:var(--accent);border:1px solid var(--accent)}
@media(max-width:26rem){dl{grid-template-columns:1fr;gap:.1rem}dd{margin-block-end:.5rem}}
`
