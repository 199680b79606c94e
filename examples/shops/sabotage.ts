import type { Sent, Specification } from './shop.ts'
import { type Manifest, manifestOf, verifyPackage } from './verify.ts'

/**
 * A check that cannot fail proves nothing: the package is held against a shop in which something is wrong, once for
 * each thing that was proved of it. Throws where that is not found, or another thing is.
 */
export const sabotage = (folder: string, sent: readonly Sent[], specification: Specification): void => {
  const manifest = manifestOf(folder)
  const attempts: [what: string, found: RegExp, () => unknown][] = [
    [
      'an item that was not sent',
      /is missing/,
      () => verifyPackage(folder, [...sent, { ...sent[0]!, id: 'itm_other' }], specification),
    ],
    [
      'pages that belong to a neighbour',
      /belongs to two pieces|belong to nobody|holds two recipients/,
      () => verifyPackage(folder, sent, specification, shifted(manifest)),
    ],
    [
      'the words of another recipient',
      /says “/,
      () => verifyPackage(folder, swapped(sent, 'word'), specification),
    ],
    [
      'the mark of another item',
      /the mark says/,
      () => verifyPackage(folder, swapped(sent, 'trackingCode'), specification),
    ],
    [
      'the address of another recipient',
      /is not in its address/,
      () => verifyPackage(folder, swapped(sent, 'texts'), specification),
    ],
  ]
  const { envelope } = specification
  if (envelope?.window) {
    const { window } = envelope
    const moved = { ...envelope, window: { ...window, x: window.x + 5 } }
    attempts.push([
      'a window elsewhere',
      /inside the window|beside the address/,
      () => verifyPackage(folder, sent, { ...specification, envelope: moved }),
    ])
  }
  for (const [what, found, verify] of attempts) {
    let said = 'nothing'
    try {
      verify()
    } catch (error) {
      said = String(error)
    }
    if (!found.test(said)) throw new Error(`${what} is not found by the checks: they say ${said}`)
  }
}

/** The first piece of the first part ends a page later. */
const shifted = (manifest: Manifest): Manifest => ({
  ...manifest,
  items: manifest.items.map((piece, at) => (at === 0 ? { ...piece, pageCount: piece.pageCount + 1 } : piece)),
})

/** The first two items with that of one another. */
const swapped = (sent: readonly Sent[], field: 'word' | 'trackingCode' | 'texts'): Sent[] => {
  const [one, other, ...rest] = sent
  return [{ ...one!, [field]: other![field] }, { ...other!, [field]: one![field] }, ...rest]
}
