import type { PackageFile } from '../../../src/core/ports/print-partner.ts'

/** A piece of a package, as its manifest names it. */
export interface PackagedPiece {
  id: string
  sequence: number
  /** Name of the part that holds it. */
  part: string
}

/** The pieces of a package, in the order of its manifest. */
export const readPackage = async (files: AsyncIterable<PackageFile>): Promise<PackagedPiece[]> => {
  let manifest = ''
  for await (const { name, content } of files) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of content)
      if (name === 'manifest.json') text += decoder.decode(chunk, { stream: true })
    if (name === 'manifest.json') manifest = text
  }
  return (JSON.parse(manifest) as { items: PackagedPiece[] }).items
}
