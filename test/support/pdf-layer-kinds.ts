import {
  both,
  drawingOf,
  formOf,
  groups,
  hidden,
  inLayer,
  layers,
  left,
  named,
  type PrintedKind,
  right,
  square,
  streamOf,
} from './pdf-drawings.ts'

export const layerKinds: readonly PrintedKind[] = [
  [
    'with a layer that is off',
    drawingOf(`${inLayer('A', left)} ${inLayer('B', right)}`, {
      catalogue: layers('6 0 R'),
      page: named,
      more: groups,
    }),
    [hidden],
  ],
  [
    'with layers that are on',
    drawingOf(`${inLayer('A', left)} ${inLayer('B', right)}`, {
      catalogue: layers(''),
      page: named,
      more: groups,
    }),
    [],
  ],
  [
    'whose layers are off but for one',
    drawingOf(`${inLayer('A', left)} ${inLayer('B', right)}`, {
      catalogue: '/OCProperties<</OCGs[5 0 R 6 0 R]/D<</BaseState/OFF/ON[5 0 R]>>>>',
      page: named,
      more: groups,
    }),
    [hidden],
  ],
  [
    'with a layer that is not for print',
    drawingOf(`${inLayer('A', left)} ${inLayer('B', right)}`, {
      catalogue: layers('', '/AS[<</Event/Print/Category[/Print]/OCGs[6 0 R]>>]'),
      page: named,
      more: [groups[0]!, '<</Type/OCG/Name(Screen)/Usage<</Print<</PrintState/OFF>>>>>>'],
    }),
    [hidden],
    drawingOf(left),
  ],
  [
    'with a layer that is off on screens and printed',
    drawingOf(`${inLayer('A', left)} ${inLayer('B', right)}`, {
      catalogue: layers('6 0 R', '/AS[<</Event/Print/Category[/Print]/OCGs[6 0 R]>>]'),
      page: named,
      more: [groups[0]!, '<</Type/OCG/Name(Paper)/Usage<</Print<</PrintState/ON>>>>>>'],
    }),
    [],
    both,
  ],
  [
    'with layers in one another',
    drawingOf(inLayer('A', `${left} ${inLayer('B', right)} 0 0 0 1 k 90 90 10 10 re f`), {
      catalogue: layers('6 0 R'),
      page: named,
      more: groups,
    }),
    [hidden],
  ],
  ...(['AllOn', 'AnyOn', 'AnyOff', 'AllOff'] as const).map(
    (policy): PrintedKind => [
      `with what is printed where of two layers ${policy} holds`,
      drawingOf(`${left} ${inLayer('M', right)}`, {
        catalogue: layers('6 0 R'),
        page: '/Resources<</Properties<</M 7 0 R>>>>',
        more: [...groups, `<</Type/OCMD/OCGs[5 0 R 6 0 R]/P/${policy}>>`],
      }),
      ['AllOn', 'AllOff'].includes(policy) ? [hidden] : [],
    ],
  ),
  ...(
    [
      ['that are both on', '/VE[/And 5 0 R 6 0 R]', both, true],
      ['of which one is on', '/VE[/Or 5 0 R 6 0 R]', both, false],
      ['that is on where another is not', '/VE[/Not 5 0 R]/OCGs 5 0 R', both, true],
      ['of a list without any', '/OCGs[]', both, true],
      ['of a list without any where all of them have to be on', '/OCGs[]/P/AllOn', both, false],
      ['of no list', '', both, false],
      ['that is on where another one is off', '/OCGs 5 0 R/P/AllOff', both, true],
    ] as const
  ).map(
    ([what, condition, shown, isHidden]): PrintedKind => [
      `with a combination of layers ${what}`,
      drawingOf(`${left} ${inLayer('M', right)}`, {
        catalogue: layers('6 0 R'),
        page: '/Resources<</Properties<</M 7 0 R>>>>',
        more: [...groups, `<</Type/OCMD${condition}>>`],
      }),
      isHidden ? [hidden] : [],
      isHidden ? drawingOf(left) : shown,
    ],
  ),
  ...(
    [
      ['of a structure, which is never hidden', '', '/Intent/Design', false],
      ['of a structure in a document that hides all', '/Intent/All', '/Intent/Design', true],
      ['of a structure in a document that hides it', '/Intent[/View/Design]', '/Intent/Design', true],
      ['for looking at in a document that hides structures only', '/Intent/Design', '/Intent/View', false],
      ['for everything', '', '/Intent/All', true],
    ] as const
  ).map(
    ([what, wanted, intent, isHidden]): PrintedKind => [
      `with a layer ${what}`,
      drawingOf(`${left} ${inLayer('B', right)}`, {
        catalogue: layers('6 0 R', wanted),
        page: named,
        more: [groups[0]!, `<</Type/OCG/Name(Paper)${intent}>>`],
      }),
      isHidden ? [hidden] : [],
      isHidden ? drawingOf(left) : both,
    ],
  ),
  [
    'with layers that a condition combines',
    drawingOf(`${left} ${inLayer('M', right)}`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</Properties<</M 7 0 R>>>>',
      more: [...groups, '<</Type/OCMD/OCGs[5 0 R 6 0 R]/VE[/And 5 0 R[/Not 6 0 R]]>>'],
    }),
    [],
  ],
  [
    'with a layer within a drawing',
    drawingOf(`${left} q 1 0 0 1 100 60 cm /F Do Q`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</XObject<</F 7 0 R>>>>',
      more: [
        ...groups,
        formOf(
          `${inLayer('B', square)} 0 0 0 1 k 0 0 20 20 re f`,
          '/BBox[0 0 80 80]/Resources<</Properties<</B 6 0 R>>>>',
        ),
      ],
    }),
    [hidden],
  ],
  [
    'with a drawing that belongs to a hidden layer',
    drawingOf(`${left} q 1 0 0 1 100 60 cm /F Do Q`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</XObject<</F 7 0 R>>>>',
      more: [...groups, formOf(square, '/BBox[0 0 80 80]/OC 6 0 R')],
    }),
    [hidden],
    drawingOf(left),
  ],
  [
    'with a hidden layer that clips and colours what follows',
    drawingOf(`${inLayer('B', '0 1 1 0 k 20 20 90 90 re W f')} 30 30 160 160 re f`, {
      catalogue: layers('6 0 R'),
      page: named,
      more: groups,
    }),
    [hidden],
  ],
  [
    'with a hidden layer in a pattern',
    drawingOf(`/Pattern cs /P scn 20 20 160 160 re f`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</Pattern<</P 7 0 R>>>>',
      more: [
        ...groups,
        streamOf(
          `1 0 0 0 k 0 0 10 10 re f ${inLayer('B', '0 1 0 0 k 10 10 10 10 re f')}`,
          '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<</Properties<</B 6 0 R>>>>',
        ),
      ],
    }),
    [hidden],
  ],
]
