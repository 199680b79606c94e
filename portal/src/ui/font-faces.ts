/** A font of a collection: 1-based number, and name if known. */
export interface FontFace {
  number: number
  name: string | undefined
}

interface FontError {
  code: string
  params?: Readonly<Record<string, string | number>> | undefined
}

/** Maximum number of fonts in a collection. */
const maxFaces = 200

/** Returns the fonts to choose from, from the server's findings. */
export const facesToChoose = (errors: readonly FontError[]): FontFace[] => {
  const params = errors.find(({ code, params }) => code === 'font_collection' && params?.names)?.params
  if (!params) return []
  const names = String(params.names)
  const count = Math.min(Number(params.fonts), maxFaces)
  const faces: FontFace[] = []
  let from = 0
  for (let number = 1; number <= count; number++) {
    const start = number === 1 ? '1 ' : `, ${number} `
    const at = names.indexOf(start, from)
    if (at < 0) {
      faces.push({ number, name: undefined })
      continue
    }
    const end = names.indexOf(`, ${number + 1} `, at + start.length)
    const name = names.slice(at + start.length, end < 0 ? undefined : end)
    faces.push({ number, name: name === '?' ? undefined : name })
    from = at
  }
  return faces
}

/** Returns a PDF's missing fonts from the server's findings. */
export const missingFonts = (errors: readonly FontError[]): string[] =>
  errors.flatMap(({ code, params }) => (code === 'pdf_font_missing' && params ? [String(params.font)] : []))
