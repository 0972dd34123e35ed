/** Loaded in addition to the shop's stylesheet, whose tokens it uses. */
export const WAITING_STYLE = `
.wr-top{border-bottom:1px solid var(--line)}
.wr-top .page{display:flex;align-items:center;min-height:calc(var(--header-height) - 1px)}
.wr-home{display:flex;align-items:center;gap:var(--space-3);min-height:var(--target);color:inherit;text-decoration:none;font:750 1.375rem/1.1 var(--font-display);letter-spacing:var(--tracking-display)}
.wr-home img{width:auto;height:40px;max-width:min(200px,40vw);object-fit:contain}
html[data-color-scheme=dark] .wr-light,html:not([data-color-scheme=dark]) .wr-dark{display:none}
@media(prefers-color-scheme:dark){html[data-color-scheme=auto] .wr-light{display:none}html[data-color-scheme=auto] .wr-dark{display:block}}
.wr-main{display:grid;justify-items:center;padding-block:clamp(24px,8vh,88px) var(--space-9)}
.wr-card{width:100%;max-width:36rem;padding:clamp(20px,5vw,40px);border-radius:var(--radius-panel);background:var(--surface);box-shadow:var(--sh-1);overflow-wrap:break-word}
.wr-for{font:var(--t-ui);color:var(--brand-text);margin-bottom:var(--space-2)}
.wr-card h1{font:var(--t-2)}
.wr-figure{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 var(--space-3);margin-top:var(--space-5)}
.wr-value{font:750 clamp(2.75rem,12vw,4.5rem)/1.05 var(--font-display);letter-spacing:var(--tracking-display);font-variant-numeric:tabular-nums}
.wr-label{font:var(--t-lead);color:var(--ink-2)}
.wr-lead{font:var(--t-lead);margin-top:var(--space-4)}
.wr-note{color:var(--ink-2);margin-top:var(--space-3)}
.wr-card form,.wr-go{display:block;margin-top:var(--space-6)}
.wr-button{display:flex;align-items:center;justify-content:center;width:100%;min-height:var(--control-height);padding:10px 22px;border:1.5px solid var(--brand-edge);border-radius:var(--radius-pill);background:var(--brand);color:var(--on-brand);font:var(--t-strong);text-align:center;text-decoration:none;cursor:pointer}
.wr-button:hover{border-color:var(--brand-hover);background:var(--brand-hover)}
.wr-offline{margin-top:var(--space-4);padding:var(--space-3) var(--space-4);border-radius:var(--radius-field);background:var(--warn-back);color:var(--warn-text)}
.wr-foot{margin-top:var(--space-6);padding-top:var(--space-4);border-top:1.5px dashed var(--line);font:var(--t-note);color:var(--ink-3)}
.wr-foot p+p{margin-top:var(--space-2)}
.wr-back{margin-top:var(--space-5);font:var(--t-ui)}
.wr-back a{display:inline-flex;align-items:center;min-height:var(--target)}
`;
