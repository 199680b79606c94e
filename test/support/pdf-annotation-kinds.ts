import {
  annotated,
  at,
  comments,
  drawingOf,
  drawnBy5,
  flag,
  formOf,
  ground,
  groups,
  hidden,
  layers,
  type PrintedKind,
} from './pdf-drawings.ts'

export const annotationKinds: readonly PrintedKind[] = [
  ['with a stamp', annotated(`/Subtype/Stamp/F 4${at}${drawnBy5}`), [comments]],
  [
    'with a stamp that is turned',
    annotated(`/Subtype/Stamp/F 4${at}${drawnBy5}`, [formOf(flag, '/BBox[0 0 80 80]/Matrix[0 1 -1 0 0 0]')]),
    [comments],
  ],
  [
    'with a stamp that is turned a little',
    annotated(`/Subtype/Stamp/F 4${at}${drawnBy5}`, [
      formOf(flag, '/BBox[0 0 80 80]/Matrix[.8 .6 -.6 .8 5 5]'),
    ]),
    [comments],
  ],
  ['with a text in a box', annotated(`/Subtype/FreeText/F 4${at}/DA(/Helv 0 Tf)${drawnBy5}`), [comments]],
  [
    'with handwriting',
    annotated(`/Subtype/Ink/F 4${at}/InkList[[90 90 170 130]]${drawnBy5}`, [
      formOf('0 0 0 1 K 6 w 0 0 m 80 80 l S'),
    ]),
    [comments],
  ],
  ['with a mark that is printed and not shown', annotated(`/Subtype/Stamp/F 36${at}${drawnBy5}`), [comments]],
  ['with a mark that is shown and not printed', annotated(`/Subtype/Stamp/F 0${at}${drawnBy5}`), [comments]],
  ['with a mark that is hidden', annotated(`/Subtype/Stamp/F 6${at}${drawnBy5}`), []],
  ['with a window of a comment', annotated(`/Subtype/Popup/F 4${at}/Open true`), [], drawingOf(ground)],
  ['with a link', annotated(`/Subtype/Link/F 4${at}/Border[0 0 0]/A<</S/URI/URI(https://example.com)>>`), []],
  [
    'with a checkbox that is on',
    annotated(`/Subtype/Widget/FT/Btn/T(check)/F 4${at}/AS/On/AP<</N<</On 5 0 R/Off 6 0 R>>>>`, [
      formOf(flag),
      formOf(''),
    ]),
    [],
  ],
  [
    'with a checkbox that is off',
    annotated(`/Subtype/Widget/FT/Btn/T(check)/F 4${at}/AS/Off/AP<</N<</On 5 0 R>>>>`),
    [],
  ],
  [
    'with a checkbox that is on, of a form that asks for drawings',
    annotated(
      `/Subtype/Widget/T(check)/Parent 6 0 R/F 4${at}/AS/On/AP<</N<</On 5 0 R>>>>`,
      [formOf(flag), '<</FT/Btn/V/On>>'],
      { catalogue: '/AcroForm<</NeedAppearances true/Fields[]>>' },
    ),
    [],
  ],
  [
    'with a box that has no drawing and is for screens',
    annotated(`/Subtype/Square/F 0${at}/IC[0 0 0]`),
    [comments],
  ],
  ['with a note that has no drawing and is for screens', annotated(`/Subtype/Text${at}`), [comments]],
  [
    'with a framed link that is for screens',
    annotated(`/Subtype/Link${at}/Border[0 0 2]`),
    [comments],
    drawingOf(ground),
  ],
  [
    'with a framed link whose drawing is empty',
    annotated(`/Subtype/Link/F 4${at}/Border[0 0 2]${drawnBy5}`, [formOf('')]),
    [comments],
    drawingOf(ground),
  ],
  [
    'with a field whose frame is not drawn',
    annotated(`/Subtype/Widget/FT/Sig/T(sign)/F 4${at}/MK<</BG[1 1 .7]/BC[0]>>`),
    ['pdf_fields_unframed'],
    drawingOf(ground),
  ],
  [
    'turned by 90 degrees, with a note',
    annotated(`/Subtype/Text/F 4${at}${drawnBy5}`, undefined, { page: '/Rotate 90' }),
    [comments],
    drawingOf(`${ground} q 0 1 -1 0 220 40 cm 1 0 0 .5 90 90 cm ${flag} Q`, { page: '/Rotate 90' }),
  ],
  ...['PrinterMark', 'Watermark', 'Projection', 'TrapNet'].map(
    (kind): PrintedKind => [
      `with a ${kind} annotation without an appearance, which no viewer draws`,
      annotated(`/Subtype/${kind}/F 4${at}`, []),
      [],
      drawingOf(ground),
    ],
  ),
  [
    'with an empty field',
    annotated(`/Subtype/Widget/FT/Tx/T(name)/F 4${at}${drawnBy5}`, [formOf('/Tx BMC EMC')]),
    [],
  ],
  ['with a field that nobody filled in', annotated(`/Subtype/Widget/FT/Tx/T(name)/F 4${at}`), []],
  [
    'with a mark in a hidden layer',
    annotated(`/Subtype/Stamp/F 4${at}/AP<</N 7 0 R>>/OC 6 0 R`, [...groups, formOf(flag)], {
      catalogue: layers('6 0 R'),
    }),
    [hidden],
    drawingOf(ground),
  ],
  ...([90, 180, 270] as const).map(
    (turn): PrintedKind => [
      `turned by ${turn} degrees, with a stamp`,
      annotated(`/Subtype/Stamp/F 4${at}${drawnBy5}`, undefined, { page: `/Rotate ${turn}` }),
      [comments],
    ],
  ),
  [
    'whose operators are not balanced, with a stamp',
    drawingOf(`q .5 0 0 .5 0 0 cm ${ground}`, {
      page: `/Annots[<</Type/Annot/Subtype/Stamp/F 4${at}${drawnBy5}>>]`,
      more: [formOf(flag)],
    }),
    [comments],
  ],
]
