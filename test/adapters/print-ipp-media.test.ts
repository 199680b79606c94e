import { expect, test } from 'vitest'
import { mediaOf } from '../../src/adapters/print-ipp/partner.ts'

test.each([
  ['A4', 210, 297, 'iso_a4_210x297mm'],
  ['a landscape card', 148, 105, 'iso_a6_105x148mm'],
  ['a landscape DL envelope', 220, 110, 'iso_dl_110x220mm'],
  ['a C5 envelope', 162, 229, 'iso_c5_162x229mm'],
  ['a #10 envelope in rounded inches', 241.3, 104.775, 'na_number-10_4.125x9.5in'],
  ['US letter', 215.9, 279.4, 'na_letter_8.5x11in'],
  ['a label', 89, 36, 'custom_sheet_36x89mm'],
  ['a sheet within 0.3 mm of A4', 210.3, 297, 'iso_a4_210x297mm'],
  ['a sheet beyond 0.3 mm of A4', 210.4, 297, 'custom_sheet_210.4x297mm'],
])('%s is requested by its standard name', (_what, w, h, name) => {
  expect(mediaOf({ w, h })).toBe(name)
})
