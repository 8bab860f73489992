/** Plain pages that work without scripts. One quiet look for consent, account and console. */
const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => replacements[letter] ?? letter)

class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | null | undefined | false | readonly Part[]

const renderPart = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return part ? part.map(renderPart).join('') : ''
}

/** Markup with every inserted value escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((text, piece, at) => text + renderPart(parts[at - 1]) + piece))

export const renderPage = (title: string, stylesheet: string, body: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
${body}
<footer>Simulated game world with invented people. Not affiliated with or endorsed by Grinding Gear Games.</footer>
</body>
</html>
`.text

/** Scripts are not needed; form-action is open because Allow redirects to the product's own address. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export const stylesheet = `:root { color-scheme: light dark; --ground: #f4f3f0; --sheet: #fffdf9; --ink: #23211d; --quiet: #6b665c; --line: #dcd7cb; --accent: #8a5a16; --warn: #8c2f1b }
@media (prefers-color-scheme: dark) { :root { --ground: #14130f; --sheet: #1d1b16; --ink: #ece7db; --quiet: #a49c8a; --line: #37332a; --accent: #e0a94a; --warn: #ef8a70 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; align-content: start; gap: 1.5rem; padding: 8vh 1rem 2rem }
main { width: min(30rem, 100%); background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.75rem }
main.wide { width: min(88rem, 100%) }
h1 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1rem; margin: 1.75rem 0 .5rem }
p { margin: .5rem 0 }
.quiet, footer { color: var(--quiet); font-size: .875rem }
.warning { color: var(--warn) }
ul.scopes { margin: 1rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
ul.scopes li { padding: .6rem 0; border-bottom: 1px solid var(--line) }
ul.scopes code { display: block; color: var(--quiet); font-size: .8rem }
.actions { display: flex; gap: .75rem; margin-top: 1.25rem; flex-wrap: wrap }
button, .button { font: inherit; min-height: 2.5rem; padding: .35rem 1rem; border-radius: 7px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; text-decoration: none }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--sheet); font-weight: 600 }
button:hover { border-color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
input, select { font: inherit; min-height: 2.5rem; padding: .35rem .7rem; border-radius: 7px; border: 1px solid var(--line); background: var(--ground); color: inherit; max-width: 100% }
form.search { display: flex; align-items: center; gap: .5rem; margin: 1rem 0 } form.search input { flex: 1; min-width: 0 }
ul.accounts { margin: 0; padding: 0; list-style: none; max-height: 55vh; overflow: auto; border: 1px solid var(--line); border-radius: 7px }
ul.accounts button { width: 100%; border: 0; border-radius: 0; text-align: left; display: flex; justify-content: space-between; gap: 1rem }
ul.accounts li + li { border-top: 1px solid var(--line) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap }
td form, .row { display: inline-flex; gap: .4rem; flex-wrap: wrap; align-items: center; margin: 0 .75rem .4rem 0 }
td form { flex-wrap: nowrap; margin-bottom: 0 }
td button { min-height: 1.9rem; padding: .1rem .6rem } td input { min-height: 1.9rem; width: 7rem } td input[inputmode] { width: 3.5rem }
a { color: var(--accent) }
`
