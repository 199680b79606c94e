import { maxWords } from '../../src/adapters/csv/encoding/byte-tally.ts'
import { candidates } from '../../src/adapters/csv/encoding/detect.ts'
import { maxLineLength, maxLines, maxNameLength } from '../../src/core/address/countries/rules.ts'
import { maxWaitingCalls } from '../../src/core/engine/together.ts'
import { maxDepth } from '../../src/core/engine/validate.ts'
import { maxAddressLength } from '../../src/core/features/items/mailing-settings.ts'
import { mailingsOfRun } from '../../src/core/features/items/transaction-hooks.ts'
import { longestName } from '../../src/core/features/lists/mapping/column-names.ts'
import { namedColumns } from '../../src/core/features/lists/mapping/name-columns.ts'
import { keptMs, waitMs } from '../../src/core/features/postbatches/salutations.ts'
import { sentBeforeLimits } from '../../src/core/features/postbatches/sent-before.ts'
import { printerLimits as printers } from '../../src/core/features/products/catalogue/entries/printer-entries.ts'
import { runLimits } from '../../src/core/features/runs/limits.ts'
import { importErrorDays } from '../../src/core/features/suppressions/import/schema.ts'
import { maxOwnTerms } from '../../src/core/features/vocabulary/vocabulary.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { secondMs } from '../../src/core/kernel/time.ts'
import { connectorLimits } from '../../src/core/model/integrations.ts'
import { itemLimits } from '../../src/core/model/item-limits.ts'
import { itemsTable } from '../../src/core/model/items.ts'
import { importLimits } from '../../src/core/model/mapping.ts'
import { warningLimits } from '../../src/core/model/postbatches.ts'
import { maxRecordCells, maxRecordLength } from '../../src/core/ports/csv.ts'
import { limits as template } from '../../src/core/template/limits.ts'
import { leastMarkZone, markLimits } from '../../src/core/template/sheet-mark.ts'
import { kixMm } from '../../src/typesetting/marks/kix.ts'
import { indiciaLimits as indicia } from '../../src/typesetting/page/indicia.ts'
import { count, days, type Limit, type Section, size } from './limit.ts'

/** Text fields of items with a length in `itemLimits`, such as `referenceLength` for `reference`. */
const textFields = Object.entries(itemLimits).flatMap(([limit, value]): Limit[] => {
  const field = limit.replace(/Length$/, '')
  if (!(field in itemsTable.columns)) return []
  return [[`The \`${field}\` of an item`, `${value} characters`, `422 on \`${field}\``]]
})

export const items: Section = {
  heading: 'Items and addresses',
  limits: [
    ['Rows of `items.createBulk`', count(itemLimits.bulkItems), '422 on `items`'],
    [
      'Requests of one organisation and mode to create a single item that wait in one process',
      count(maxWaitingCalls),
      '503 `storage_unavailable`, `Retry-After: 5`; the server stays ready',
    ],
    [
      'Items of one item action, by ids; by filters',
      `${count(itemLimits.actionIds)}; ${count(defaultConfig.itemsByFilters)}`,
      '422 on `ids`; 422 on `expectedCount`, or 409 `count_changed`',
    ],
    [
      'Items of an item action by filters that are processed within the request',
      count(defaultConfig.itemsSettledAtOnce),
      'a job collects more, and ends the action as `REFUSED` if their number differs from the expected one',
    ],
    ['Filters of an item action', count(itemLimits.actionFilters), '422 on `filters`'],
    [
      'Length of `expectedFingerprint` of an item action',
      `${itemLimits.fingerprintLength} characters`,
      '422 on `expectedFingerprint`',
    ],
    [
      'Unfinished item actions of one organisation and mode',
      count(itemLimits.unfinishedActions),
      '409 `invalid_state`',
    ],
    ['An item action and its failures', `kept for ${itemLimits.actionDays} days`, '404'],
    [
      'Items counted by `items.counts`, with filters other than Postflow, Postbatch, billing group and status',
      `the newest ${count(itemLimits.countedItems)}; with \`exact=true\` ${count(defaultConfig.itemsByFilters)}`,
      '`isCapped`',
    ],
    [
      'Entries of an item’s `metadata`; entries in one PATCH, including those that `null` removes',
      `${itemLimits.metadataEntries}; ${2 * itemLimits.metadataEntries}`,
      '422 on `metadata`',
    ],
    ...textFields,
    [
      'Billing groups of an organisation and mode',
      count(itemLimits.billingGroups),
      '422 on `billingGroup` for a new name',
    ],
    [
      '`sendOn`',
      `today to ${itemLimits.sendOnDays} days ahead, in the organisation’s time zone`,
      '422 on `sendOn`',
    ],
    [
      'A line of an address; a name in it; its lines',
      `${maxLineLength} characters; ${maxNameLength} characters, over two lines; ${maxLines} lines`,
      'finding `line_too_long` or `too_many_lines` on the item',
    ],
    [
      'The text size of an address in a template',
      `at least ${template.addressMinPt} pt, also after shrinking to fit`,
      '422 `address_too_small` when the template is published; finding `address_overflow` on the item',
    ],
    [
      'The zone of a sheet’s mark',
      `modules of at least ${markLimits.moduleMinMm} mm and figures of at least ${markLimits.textMinPt} pt: at least ${leastMarkZone.short} × ${leastMarkZone.long} mm`,
      '`sheet_mark` when the catalogue is checked; 422 `mark_zone_too_small` when the template is published',
    ],
    [
      'Indicia of a postage product',
      `set at ${indicia.sizePt} down to ${indicia.minSizePt} pt, within its zone and the sheet’s margin`,
      '`indicia` when the catalogue is checked; finding `indicia_overflow` on the item',
    ],
    ['A scanned sheet code, as a filter of items', `${itemLimits.printedCodeLength} characters`, '422'],
    [
      'KIX mark in the address zone',
      `as many characters as fit at a pitch of ${kixMm.pitchMin} mm: 16 on 58 mm, 22 on 78 mm`,
      'finding `address_overflow` on the item',
    ],
    [
      'The destination of a scan (`trackingTargetUrl`)',
      `${count(maxAddressLength)} characters, percent-encoded`,
      '422',
    ],
    [
      'Mailings of the same template that `sentBefore` of a Postbatch’s quote compares',
      `the ${sentBeforeLimits.mailings} Postbatches and the ${sentBeforeLimits.mailings} Postflows that changed last; ${sentBeforeLimits.days} days`,
      'not counted',
    ],
    ['Reason for rejecting a Postbatch (`reason`)', `1 to ${itemLimits.reasonLength} characters`, '422'],
    [
      'Advertising categories and suppression reasons that an organisation adds',
      `${maxOwnTerms} each, in each mode`,
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
      'the import is FAILED (`too_many_rows`); items of earlier rows stay',
    ],
    [
      'CSV record',
      `${size(maxRecordLength)} and ${maxRecordCells} cells, counted while the record is read`,
      '422 on `uploadId`, or the import is FAILED (`file_unreadable`); the rest of the file is not read',
    ],
    [
      'Cells in an imported row',
      'as many as the header has columns, without blank cells at the end',
      'the row is rejected into `errors.csv` (`too_many_cells`)',
    ],
    [
      'Fields of a mapping; columns joined into one field',
      `${importLimits.mappedFields}; ${importLimits.joinedColumns}`,
      '422',
    ],
    [
      'Input of a suggested mapping',
      `the first ${longestName} characters of column names and of personal names; ${namedColumns} name columns`,
      'longer text is not recognised as a word, country or postal code',
    ],
    [
      'Questions about one list; answers in an import or a mapping preset',
      `${importLimits.questions}; ${importLimits.answers}`,
      'further questions are omitted and their rows rejected; 422 on `answers`',
    ],
    [
      'Unused columns with a question each',
      count(importLimits.askedColumns),
      'one question covers the rest (`unused_columns`)',
    ],
    [
      'CSV encodings that are compared; words used to compare them',
      `${candidates.length}; ${maxWords} different non-ASCII words, plus words with bytes that these lack`,
      'not compared; the question offers 6 encodings with 3 rows each',
    ],
    [
      '`headingRow` of a list',
      `1 to ${importLimits.sampleRows}; detected in the first 20 rows`,
      '422 on `headingRow`; the first row is used, with a question',
    ],
    [
      'Sample of an import',
      `the first ${importLimits.shownRows} rows and ${importLimits.samples} values of each column, from ${importLimits.sampleRows} rows; ${importLimits.sampleLength} characters of a cell`,
      'not shown',
    ],
    [
      'Postal codes of `postbatches.importTowns`; cities counted for each; cities shown for each',
      `1 to ${importLimits.townCodes} of ${importLimits.postalCodeLength} characters; ${importLimits.countedTowns}; ${importLimits.shownTowns}`,
      '422 on `postalCodes`; the rest is not counted',
    ],
    [
      'Salutations counted by `postbatches.salutations`; salutations in one answer; length of one',
      `${count(itemLimits.countedSalutations)}; 1 to ${itemLimits.shownSalutations}; ${itemLimits.salutationLength}`,
      'counted in `unlistedItemCount`; 422 on `limit`; truncated',
    ],
    [
      'Warning codes counted for a Postbatch; items of each shown by `postbatches.warnings`',
      `${warningLimits.codes}; ${warningLimits.samples}`,
      'use `filter[warnings]=any`; use `filter[warnings]`',
    ],
    [
      'Salutation lists of one organisation that a server is creating or queueing',
      String(itemLimits.salutationLists),
      '429 `rate_limited`',
    ],
    [
      'Time that `postbatches.salutations` waits for its list; time that a list completed later is kept',
      `${waitMs / secondMs} s; ${keptMs / secondMs} s`,
      '429 `rate_limited` with `Retry-After`; the list is created again',
    ],
    [
      'Corrections of salutations in one request or pending; length of one',
      `1 to ${itemLimits.salutationCorrections}; ${itemLimits.salutationLength}`,
      '422 on `corrections`',
    ],
    ['Bad rows corrected in one request', `1 to ${importLimits.correctedRows}`, '422 on `rows`'],
    [
      'Bad rows compared with a list’s open questions after a correction',
      count(importLimits.comparedRows),
      'all questions stay open',
    ],
    [
      'Bad rows that `postbatches.problemGroups` groups; groups; rows shown of each',
      `${count(importLimits.groupedRows)}; ${importLimits.problemGroups}; ${importLimits.groupSamples}`,
      'the first rows; the largest groups',
    ],
    [
      'Bad rows searched and corrected by one `postbatches.correctProblemGroup`',
      `${count(importLimits.groupedRows)}; ${importLimits.correctedRows}`,
      '`nextAfterRow` says where to continue',
    ],
    ['Mapping presets in one mode', count(importLimits.presets), '409 `invalid_state`'],
    [
      'Rejected rows of an import',
      `kept for ${importLimits.errorDays} days`,
      '`errors.csv` has only its header',
    ],
    [
      'Rejected rows of a suppression import',
      `kept for ${importErrorDays} days`,
      '`errors.csv` has only its header',
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
      `${size(connectorLimits.payloadBytes)}, nested ${maxDepth} levels deep`,
      '413 `body_too_large`, 422 on `body`',
    ],
    [
      'Fields of a connector’s mapping; paths of one field; length of a path',
      `${connectorLimits.fields}; ${connectorLimits.paths}; ${connectorLimits.pathLength}`,
      '422 on `mapping…`',
    ],
    ['Remembered deliveries of a connector', count(connectorLimits.deliveries), 'the oldest is forgotten'],
    [
      'Time in which a repeated payload creates no second item',
      `${days(connectorLimits.rememberedMs)} days`,
      'after it, a second item is created',
    ],
    [
      'Payloads that a stopped connector stores; time that it accepts them; time that it keeps each',
      `${count(connectorLimits.storedPayloads)}; ${days(connectorLimits.storedMs)} days; ${days(connectorLimits.storedMs)} days`,
      '409 `invalid_state`; the same; it is removed',
    ],
  ],
}

export const runs: Section = {
  heading: 'Runs',
  limits: [
    [
      'Items in one exclusion; pieces in one report or callback',
      count(runLimits.items),
      '422 on `items`, `pieces`, `sequences`',
    ],
    [
      'Pieces of one remake; spans or codes that select them; rows of a list',
      `${count(runLimits.remakePieces)}; ${runLimits.remakeSpans} spans, ${runLimits.remakeCodes} codes; as many rows as pieces`,
      '422 on `ranges`, `codes` or `uploadId`, with the first hundred wrong rows of a list',
    ],
    ['Remakes of one run', count(runLimits.remakes), '409'],
    ['Postflows and Postbatches that a run names', count(mailingsOfRun), 'others are not named'],
    [
      'Codes in one report of returned mail, or rows of its list',
      `${count(runLimits.returns)}, ${count(runLimits.returnCodeLength)} characters each; the first ${runLimits.returnErrors} wrong ones are listed`,
      '422 on `pieces` or `uploadId`',
    ],
    [
      'Meanings of carriers’ codes on returned mail',
      `${count(runLimits.carrierCodes)} codes of ${runLimits.carrierCodeLength} characters; carrier’s name ${runLimits.carrierLength}, meaning ${runLimits.carrierMeaningLength}, source ${runLimits.reasonLength} characters`,
      '422 on `codes`',
    ],
    [
      'Printers and rules in a catalogue file; printers of one rule',
      `${printers.printers} and ${printers.rules}; ${printers.printersOfRule}`,
      'a finding of `check`; 422 on `printers`, `printerRules`',
    ],
    [
      'A printer’s secret',
      `${count(printers.secret)} characters`,
      '422 on `secret`; the printer is unavailable',
    ],
    ['Findings of a run', count(runLimits.findings), 'the rest appear once these are corrected'],
    ['Statuses in the history of a run', `the last ${runLimits.history}`, ''],
    ['A reason given by an operator', `${runLimits.reasonLength} characters`, '422 on `reason`'],
    [
      'PDF of a run for an office printer',
      `${runLimits.officePdfBytes / 1024 / 1024} MiB of parts`,
      '409 `invalid_state`: print the parts of its package separately',
    ],
    ['Designs in a run’s proof', count(runLimits.proofDesigns), 'the others are only in the parts'],
    [
      'The calendar of runs',
      `${runLimits.calendarDays} days (${runLimits.calendarDaysDefault} by default), starting at most ${runLimits.calendarAheadDays} days ahead; ${runLimits.calendarCutoffs} cutoffs of one specification`,
      '422 on `days`, `from`',
    ],
  ],
}
