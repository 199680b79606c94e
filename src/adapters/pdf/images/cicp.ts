import { type Primaries, sRgbCurve, sRgbPrimaries, type ToneCurve } from './rgb-profile.ts'

/** A colour space that a picture names in other ways than by a profile. */
export interface NamedSpace {
  name: string
  primaries: Primaries
  curve: ToneCurve
}

const D65 = sRgbPrimaries.white
const ILLUMINANT_C = [0.31, 0.316] as const

/** Colour primaries of ITU-T H.273, by their code. */
const primaries: Readonly<Record<number, readonly [name: string, Primaries]>> = {
  1: ['BT.709', sRgbPrimaries],
  4: ['BT.470M', { white: ILLUMINANT_C, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  5: ['BT.601 (625)', { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] }],
  6: ['BT.601 (525)', { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  9: ['BT.2020', { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  11: ['DCI-P3', { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  12: ['Display P3', { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
}

/** Transfer characteristics of ITU-T H.273, by their code. Pictures with those of BT.709 are shown like sRGB ones. */
const curves: Readonly<Record<number, readonly [name: string, ToneCurve]>> = {
  1: ['', sRgbCurve],
  4: ['gamma 2.2', 2.2],
  5: ['gamma 2.8', 2.8],
  6: ['', sRgbCurve],
  8: ['linear', 1],
  13: ['', sRgbCurve],
  14: ['', sRgbCurve],
  15: ['', sRgbCurve],
}

const UNSPECIFIED = 2
const hdr: Readonly<Record<number, string>> = { 16: 'PQ', 18: 'HLG' }

/**
 * The colour space of two codes of H.273; undefined where it is sRGB, which every picture without a profile has.
 * `hdr` names a transfer function for more light than paper reflects, `unknown` codes without a meaning here.
 */
export const spaceOfCodes = (
  primariesCode: number,
  transferCode: number,
): NamedSpace | { hdr: string } | { unknown: string } | undefined => {
  if (hdr[transferCode]) return { hdr: hdr[transferCode] }
  const gamut = primaries[primariesCode === UNSPECIFIED ? 1 : primariesCode]
  const tone = curves[transferCode === UNSPECIFIED ? 13 : transferCode]
  if (!gamut || !tone) return { unknown: `${primariesCode}/${transferCode}` }
  if (gamut[1] === sRgbPrimaries && tone[1] === sRgbCurve) return undefined
  return { name: [gamut[0], tone[0]].filter(Boolean).join(' '), primaries: gamut[1], curve: tone[1] }
}
