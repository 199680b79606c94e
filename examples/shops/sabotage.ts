import type { Sent, Specification } from './shop.ts'
import { type Manifest, manifestOf, verifyPackage } from './verify.ts'

/**
 * Checks the checks: compares the package with a shop that is wrong in one respect, once for each property. Throws if
 * that is not detected, or something else is.
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
      'pages of a neighbour',
      /belongs to two pieces|pages without a recipient|has two recipients/,
      () => verifyPackage(folder, sent, specification, shifted(manifest)),
    ],
    [
      'the words of another recipient',
      /has “/,
      () => verifyPackage(folder, swapped(sent, 'word'), specification),
    ],
    [
      'the mark of another item',
      /the mark is/,
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
      /inside the window|next to the address/,
      () => verifyPackage(folder, sent, { ...specification, envelope: moved }),
    ])
  }
  for (const [what, found, verify] of attempts) {
    let message = 'nothing'
    try {
      verify()
    } catch (error) {
      message = String(error)
    }
    if (!found.test(message))
      throw new Error(`${what} is not detected by the checks, which report ${message}`)
  }
}

/** Makes the first piece of the first part end a page later. */
const shifted = (manifest: Manifest): Manifest => ({
  ...manifest,
  items: manifest.items.map((piece, at) => (at === 0 ? { ...piece, pageCount: piece.pageCount + 1 } : piece)),
})

/** Exchanges a field of the first two items. */
const swapped = (sent: readonly Sent[], field: 'word' | 'trackingCode' | 'texts'): Sent[] => {
  const [one, other, ...rest] = sent
  return [{ ...one!, [field]: other![field] }, { ...other!, [field]: one![field] }, ...rest]
}
