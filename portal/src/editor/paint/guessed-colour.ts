type Cmyk = readonly [number, number, number, number]

/** Grid of ink percentages for interpolation. */
const levels: readonly (readonly number[])[] = [
  [0, 50, 100],
  [0, 50, 100],
  [0, 50, 100],
  [0, 75, 100],
]
/** Screen colours of the grid as `rrggbb`: black varies fastest, then yellow. */
const table =
  'ffffff636366231f20fff79a6460391e1b01fff101635d00191a00' +
  'f499c261364b230007f6977a5f3527200000f7931d6034001b0000' +
  'ed028c5f0031150000ee10595d0014150000ee1d235d0000170000' +
  '6bcff620526400152280ca9c274f3b0015048bc63e2a4e06001300' +
  '8781bd312b4b00000d8e807c322c2a000000937f3a322c00000000' +
  '90268f360035000000932b60360019000000962e33340000000000' +
  '00aeef00446200042400a99d00443c00040600a54f004415000400' +
  '0072bc00224b00000f01707e00232c000000016f45002407000000' +
  '2e309200003700000134346400001c000000363539010000000000'

/**
 * Estimates the screen colour of inks by interpolation until the server has drawn them. The error is mostly a
 * few of 255 steps; that of a simple formula is dozens.
 */
export const guessedColour = (cmyk: Cmyk): string => {
  const places = cmyk.map((percent, ink) => {
    const own = levels[ink]!
    const below = Math.max(
      0,
      own.findLastIndex((level, at) => level <= percent && at < own.length - 1),
    )
    return { below, share: (percent - own[below]!) / (own[below + 1]! - own[below]!) }
  })
  const mixed = [0, 0, 0]
  for (let corner = 0; corner < 16; corner++) {
    let weight = 1
    let entry = 0
    for (const [ink, { below, share }] of places.entries()) {
      const above = (corner >> ink) & 1
      weight *= above ? share : 1 - share
      entry = entry * 3 + below + above
    }
    for (const channel of [0, 1, 2]) {
      const from = entry * 6 + channel * 2
      mixed[channel]! += weight * Number.parseInt(table.slice(from, from + 2), 16)
    }
  }
  return `rgb(${mixed.map(Math.round).join(' ')})`
}
