import { kixMm } from '../../src/adapters/pdf/marks/kix.ts'
import { maxLineLength, maxLines, maxNameLength } from '../../src/core/address/rules.ts'
import { longestName } from '../../src/core/features/imports/mapping/column-names.ts'
import { maxAddressLength } from '../../src/core/features/items/mailing-schema.ts'
import { runLimits } from '../../src/core/features/runs/limits.ts'
import { importErrorDays } from '../../src/core/features/suppressions/import/schema.ts'
import { maxOwnTerms } from '../../src/core/features/vocabulary/vocabulary.ts'
import { connectorLimits } from '../../src/core/model/connector-limits.ts'
import { importLimits } from '../../src/core/model/import-limits.ts'
import { itemLimits } from '../../src/core/model/item-limits.ts'
import { maxRecordCells, maxRecordLength } from '../../src/core/ports/csv.ts'
import { limits as template } from '../../src/core/template/limits.ts'
import { count, days, type Section, size } from './limit.ts'

export const items: Section = {
  heading: 'Items and addresses',
  limits: [
    ['Rows of `items.createBulk`', count(itemLimits.bulkItems), '422 on `items`'],
    [
      'Entries of an item’s `metadata`; of one PATCH, those that `null` removes among them',
      `${itemLimits.metadataEntries}; ${2 * itemLimits.metadataEntries}`,
      '422 on `metadata`',
    ],
    [
      '`sendOn`',
      `today to ${itemLimits.sendOnDays} days ahead, by the organisation’s calendar`,
      '422 on `sendOn`',
    ],
    [
      'A line of an address, a name in it, its lines',
      `${maxLineLength} characters, ${maxNameLength} (over two lines), ${maxLines} lines`,
      'the item’s finding `line_too_long`, `too_many_lines`',
    ],
    [
      'An address in a template',
      `${template.addressMinPt} pt and larger; it shrinks to ${template.addressMinPt} pt at least`,
      '422 `address_too_small` when it is published; the item’s finding `address_overflow`',
    ],
    [
      'A KIX on the address’s zone',
      `as many characters as fit at a pitch of ${kixMm.pitchMin} mm: 16 on 58 mm, 22 on 78 mm`,
      'the item’s finding `address_overflow`',
    ],
    [
      'Where a scan leads (`trackingTargetUrl`)',
      `${count(maxAddressLength)} characters, as it is sent (percent-encoded)`,
      '422',
    ],
    [
      'An organisation’s own advertising categories, and its own suppression reasons',
      `${maxOwnTerms} each, by mode`,
      '409 `invalid_state`',
    ],
  ],
}

export const lists: Section = {
  heading: 'Lists of recipients',
  limits: [
    [
      'Rows of an import into a Postbatch',
      count(importLimits.rows),
      'the import is FAILED (`too_many_rows`); what came before stays',
    ],
    [
      'A record of a CSV',
      `${size(maxRecordLength)}, ${maxRecordCells} cells, counted while it is read`,
      '422 on `uploadId`, or the import is FAILED (`file_unreadable`); the file is read no further',
    ],
    [
      'Cells of a row of an import, into a Postbatch or the suppression list',
      'as many as the heading has columns; blank ones at the end count for nothing',
      'the row comes back in `errors.csv` (`too_many_cells`)',
    ],
    [
      'Fields of a mapping',
      `${importLimits.mappedFields}; ${importLimits.joinedColumns} joined columns`,
      '422',
    ],
    [
      'What a suggested mapping looks at',
      `the first ${longestName} characters of names of columns and of people; 5 columns that are called a name`,
      'what is longer is no word, country or postal code that it knows',
    ],
    ['Mapping presets of a mode', count(importLimits.presets), '409 `invalid_state`'],
    [
      'Bad rows of an import',
      `kept for ${importLimits.errorDays} days`,
      '`errors.csv` has its heading alone',
    ],
    [
      'Rows to mend of a suppression import',
      `kept for ${importErrorDays} days`,
      '`errors.csv` holds its heading only',
    ],
  ],
}

export const connectors: Section = {
  heading: 'Inbound connectors',
  limits: [
    [
      'Inbound connectors of one organisation and mode',
      count(connectorLimits.connectors),
      '409 `invalid_state`',
    ],
    [
      'A payload posted to a connector',
      `${size(connectorLimits.payloadBytes)}, 64 levels deep`,
      '413 `body_too_large`, 422 on `body`',
    ],
    [
      'Fields of a connector’s mapping, paths of one field, characters of a path',
      `${connectorLimits.fields}, ${connectorLimits.paths}, ${connectorLimits.pathLength}`,
      '422 on `mapping…`',
    ],
    ['Deliveries remembered of a connector', count(connectorLimits.deliveries), 'the oldest goes'],
    [
      'The same payload to a connector makes no second item for',
      `${days(connectorLimits.rememberedMs)} days`,
      'afterwards it does',
    ],
  ],
}

export const runs: Section = {
  heading: 'Runs',
  limits: [
    [
      'Items of one exclusion, pieces of one report or callback',
      count(runLimits.items),
      '422 on `items`, `pieces`, `sequences`',
    ],
    ['Findings that a run names', count(runLimits.findings), 'the rest shows when these are mended'],
    ['A reason that operators give', `${runLimits.reasonLength} characters`, '422 on `reason`'],
    ['Designs shown in a run’s proof', count(runLimits.proofDesigns), 'the rest is in the parts'],
    [
      'The calendar of runs',
      `${runLimits.calendarDays} days (${runLimits.calendarDaysDefault} by default) from at most ${runLimits.calendarAheadDays} days ahead; ${runLimits.calendarCutoffs} cutoffs of one specification`,
      '422 on `days`, `from`',
    ],
  ],
}
