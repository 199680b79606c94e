import * as v from 'valibot'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { costKinds } from '../../model/catalogue.ts'
import { runStatus } from '../../model/wire-enums.ts'

const lineKind = named(
  'RunCostKind',
  'What was paid for. `SHEETS`: paper; `CLICKS`: printed sides, with empty ones that only fill a sheet; `ENVELOPES`, `INSERTS`, `FINISHING`: by the piece; `POSTAGE`: what the carrier asks.',
  v.picklist([...costKinds, 'POSTAGE']),
)

const line = namedObject('RunCostLine', 'What a run used of something, and what that cost.', {
  of: described(
    v.picklist(['SENT', 'SPOILED', 'REMADE']),
    '`SENT`: pieces that were sent, or are to be; `SPOILED`: those that were reported as damaged, misprinted or not handed over; `REMADE`: those that the printer made again in their places.',
  ),
  kind: described(lineKind, 'What was paid for.'),
  name: described(
    v.nullable(v.string()),
    'The stock, envelope, insert, finishing or postage product; of clicks the printer. Null of postage where the printer franks.',
  ),
  quantity: described(integer, 'How many: sheets, sides or pieces.'),
  centsPerThousand: described(v.nullable(integer), 'What a thousand of it cost; null where nobody said it.'),
  amountCents: described(
    v.nullable(integer),
    'Cost in cents, net of VAT; null where nobody said what it costs.',
  ),
})

export const runCostsSchema = namedObject('RunCosts', 'What a run costs the shop beside what it earns.', {
  id: described(v.string(), 'The run, `run_…`.'),
  isTest: fields.isTest,
  productSpecificationId: fields.productSpecificationId,
  cutoffAt: described(dateTime, 'When it closes to items, RFC 3339 in UTC.'),
  organisationId: described(v.string(), 'The organisation whose run it is, `org_…`.'),
  organisationName: described(v.string(), 'The name of that organisation.'),
  status: described(runStatus, 'Where the run is now.'),
  asIf: described(
    v.nullable(v.picklist(['TEST', 'OWN_MAIL'])),
    'Why its figures are only as if: `TEST`, nothing is printed or charged; `OWN_MAIL`, its organisation pays nobody, and what it earns is by the price list. Null otherwise.',
  ),
  currency: fields.currency,
  ratesOf: described(
    v.nullable(dateTime),
    'When its costs were noted, RFC 3339 in UTC: as the printer got it. Null while they are those of now.',
  ),
  pieces: described(integer, 'Pieces of its package; 0 before it is rendered.'),
  sheets: described(integer, 'Sheets of paper that were drawn, spoiled and remade ones counted.'),
  sides: described(integer, 'Their printed sides.'),
  earnedCents: described(
    v.nullable(integer),
    'Prices of its pieces in cents, net of VAT, without those that were given back. Null of runs that a version before 0.3.0 rendered.',
  ),
  costCents: described(integer, 'The costs that are known, in cents, net of VAT.'),
  marginCents: described(
    v.nullable(integer),
    'What it earns less the costs that are known, in cents; null where it is not known what it earns.',
  ),
  complete: described(
    v.boolean(),
    'Whether all of its costs are known. If not, its margin is smaller than it seems.',
  ),
  lines: described(v.array(line), 'What was used, in the order of a piece: paper first, postage last.'),
})
export type RunCosts = v.InferOutput<typeof runCostsSchema>
