import * as v from 'valibot'
import { integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedStrictObject } from '../../kernel/wire-schema.ts'
import { importLimits } from '../../model/mapping.ts'
import { maxRecordCells, maxRecordLength } from '../../ports/csv.ts'
import { importSentences } from './sentences.ts'

const mendedCells = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(maxRecordLength), storable)),
  v.maxLength(maxRecordCells),
)

export const mendInput = namedStrictObject('ImportMend', 'Bad rows of an import, mended.', {
  rows: described(
    v.pipe(
      v.array(
        v.strictObject({
          row: described(v.pipe(integer, v.minValue(1)), 'The row as `errors` numbers it.'),
          cells: described(
            mendedCells,
            'All its cells, in the order of `columns`; without any value, the row is left out.',
          ),
          asGiven: described(
            v.optional(v.boolean()),
            'True confirms the doubtful values of this row (`placeholder`, `spreadsheet_value`, `unlikely_text`, `form_of_address`, `surname_alone`, `no_mail`, `line_break`, `text_mark`): they are printed as they are, and the piece is sent.',
          ),
          withFormOfAddress: described(
            v.optional(v.boolean()),
            'True prints the form of address before the surname of this row (`surname_alone`), as `include` does in all rows. Other doubts of the row stay.',
          ),
          repeat: described(
            v.optional(v.picklist(['ALL', 'LAST'])),
            'Of a row whose person has an earlier piece (`repeated_recipient`): `ALL` sends this one too, `LAST` gives the earlier piece the values of this row, which needs `items.write` where it did not come with this list.',
          ),
        }),
      ),
      v.minLength(1),
      v.maxLength(importLimits.mendedRows),
      v.check(
        (rows) => new Set(rows.map(({ row }) => row)).size === rows.length,
        importSentences.message('invalid_value.rows_once'),
      ),
    ),
    `The rows, 1 to ${importLimits.mendedRows}.`,
  ),
})
