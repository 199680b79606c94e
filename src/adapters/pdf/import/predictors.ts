import { isDict, type PdfDict, PdfRefused, type PdfValue } from './objects.ts'
import { pdfFaults } from './sentences.ts'

const unusual = () => new PdfRefused(pdfFaults.say('pdf_fault.predictor'))

/** How the samples of a predicted stream lie in rows. */
interface Rows {
  rowBytes: number
  /** Bytes from a sample to the same one of the pixel before it. */
  pixelBytes: number
  colours: number
  bits: number
}

/** Undoes the predictor that the parameters of a filter name. */
export const unpredict = (data: Uint8Array, parameters: PdfValue): Uint8Array => {
  if (!isDict(parameters)) return data
  const predictor = numberOf(parameters, 'Predictor', 1)
  if (predictor === 1) return data
  const colours = numberOf(parameters, 'Colors', 1)
  const bits = numberOf(parameters, 'BitsPerComponent', 8)
  const rowBytes = Math.ceil((numberOf(parameters, 'Columns', 1) * colours * bits) / 8)
  const rows = { rowBytes, pixelBytes: Math.max(1, Math.ceil((colours * bits) / 8)), colours, bits }
  return predictor === 2 ? untiff(data, rows) : unpng(data, rows)
}

const numberOf = (parameters: PdfDict, key: string, absent: number): number => {
  const value = Number(parameters.get(key) ?? absent)
  if (!Number.isInteger(value) || value < 1) throw unusual()
  return value
}

/** Differences to the pixel on the left; bytes only, which is what programs write. */
const untiff = (data: Uint8Array, { rowBytes, colours, bits }: Rows): Uint8Array => {
  if (bits !== 8) throw unusual()
  const out = data.slice()
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(out.length, row + rowBytes)
    for (let at = row + colours; at < end; at++) out[at] = out[at]! + out[at - colours]!
  }
  return out
}

/** The filters of PNG, which each row names in its first byte. */
const unpng = (data: Uint8Array, { rowBytes, pixelBytes }: Rows): Uint8Array => {
  const rows = Math.floor(data.length / (rowBytes + 1))
  const out = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (rowBytes + 1)]!
    if (filter > 4) throw unusual()
    const to = row * rowBytes
    for (let column = 0; column < rowBytes; column++) {
      const left = column >= pixelBytes ? out[to + column - pixelBytes]! : 0
      const above = row > 0 ? out[to + column - rowBytes]! : 0
      const aboveLeft = row > 0 && column >= pixelBytes ? out[to + column - rowBytes - pixelBytes]! : 0
      const predicted = predictedBy(filter, left, above, aboveLeft)
      out[to + column] = data[row * (rowBytes + 1) + 1 + column]! + predicted
    }
  }
  return out
}

const predictedBy = (filter: number, left: number, above: number, aboveLeft: number): number => {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, aboveLeft)
    default:
      return 0
  }
}

const paeth = (left: number, above: number, aboveLeft: number): number => {
  const estimate = left + above - aboveLeft
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - aboveLeft)]
  if (a <= b && a <= c) return left
  return b <= c ? above : aboveLeft
}
