/** A small page for people who open an address of the server in a browser: no script, no outside host. */
export const page = (title: string, paragraphs: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.4rem}code{background:#eef1f5;padding:.1em .3em;border-radius:.2em}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('\n')}
</body></html>
`

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text between backticks is code. */
const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
