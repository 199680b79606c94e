import { formatCents } from '../../kernel/money.ts'
import { type Params, sentences } from '../../kernel/sentences.ts'
import { fromDateTime, timeIn } from '../../kernel/time.ts'

/** What is wrong with what is asked of a product. */
export const productSentences = sentences({
  'unknown.specification': '{product} has no such specification.',
  'unserved.price': 'It is not sent to {country}: the shop has no zone or no price for it.',
})

/** What schemas refuse in a catalogue. */
export const catalogueRuleSentences = sentences({
  'invalid_format.catalogue_key': 'A key holds lower-case letters, digits and - only.',
  'invalid_format.catalogue_country': 'Write a country as two capitals (ISO 3166-1).',
})

/** What is wrong with a catalogue beyond the shape of its entries. */
export const catalogueSentences = sentences({
  'catalogue_schema.other': 'This is no catalogue: schema must be {schema}.',
  'catalogue_part.unknown': 'A catalogue has no {part}.{meant?}',
  'catalogue_part.permission': '{part} can be changed with the scope {permission} only.',
  'catalogue_part.no_list': '{part} must be a list.',
  'catalogue_part.too_many': '{part} has {count} {count:entry|entries}, {limit} are the most.',
  'catalogue_key.repeated': 'Another {noun} has the key {key} too.',
  'catalogue_key.other': 'The address names {key}: the entry must have that key.',
  'catalogue_key.id': '{key} has the id {present}, which never changes.',
  'catalogue_key.id_taken': 'The id {id} belongs to {other}.',
  'catalogue_key.id_format': 'The id of a {noun} begins with {prefix}.',
  'catalogue_reference.unknown': 'There is no {noun} with the key {key}.{meant?}',
  'catalogue_reference.archived': 'The {noun} {key} is archived.',
  'sheet_zone.outside': 'The {zone} zone reaches beyond the sheet of {w} × {h} mm.',
  'sheet_zone.empty': 'The {zone} zone has no size.',
  'sheet_zone.page': 'The {zone} zone lies on page {page}; a piece has {pages} at most.',
  'sheet_zone.overlap': 'The {zone} zone overlaps the {other} zone at {x} × {y} mm on page {page}.',
  'sheet_address.missing': 'The sheet has no address zone: no piece of it could be delivered.',
  'sheet_address.several': 'The sheet has {count} address zones; a piece has one address.',
  'sheet_address.not_first': 'The address zone lies on page {page}, which a piece of {pages} does not have.',
  'sheet_pages.order': 'A piece has {least} pages at least and {most} at most.',
  'sheet_mark.missing':
    'A piece may have {sheets} sheets, and none has a mark: an inserter cannot tell to whom a sheet belongs. Add a mark zone with everySheet.',
  'sheet_mark.not_every':
    'Sheet {sheet} of a piece of {pages} pages has no mark: an inserter cannot tell to whom it belongs. Say everySheet of the mark zone, on the front.',
  'sheet_mark.too_small':
    'The mark zone is too small for its code and the figures beside it: it needs {long} mm along one side and {short} mm along the other.',
  'indicia.no_zone':
    'The indicia of {postage} is not printed: the sheet has no postage zone on a page that every piece has.',
  'indicia.unprintable': 'The indicia of {postage} cannot be printed: {reason}',
  'sheet_changed.in_use':
    '{field} of {key} stays, because {count} {count:design was|designs were} made for it: archive it and make another specification.',
  'sheet_changed.product': '{key} belongs to the product {product} for good.',
  'window.outside': 'The window reaches beyond the part of page 1 that lies on top, {w} × {h} mm.',
  'window.address_missing': 'The window shows no address zone.',
  'window.too_close':
    'The {zone} zone must stand {least} mm inside the window: 4 mm, and the play of {play} mm. It stands {have} mm inside.',
  'window.shows': 'The window may show the {zone} zone, of which nothing may be seen.',
  'window.uncovered':
    'What the window shows at {x} × {y} mm belongs to no zone: designs may print there. Add a clear zone.',
  'envelope.too_small':
    'The folded piece is {w} × {h} mm and does not go into an envelope of {envelopeW} × {envelopeH} mm.',
  'colour_profile.unknown': 'There is no colour profile {profile}.{meant?}',
  'time_zone.unknown': '{timeZone} is no time zone.',
  'cutoff.cron': '{cron} is no cron expression.',
  'cutoff.too_often': 'Cutoffs of {cron} follow one another within {minutes} minutes; {limit} are the least.',
  'cutoff.never': 'This calendar has no cutoff: every day that {cron} names is closed.',
  'holidays.unknown': 'No holidays are known of {country}.',
  'holidays.unknown_region': 'No holidays are known of {region} in {country}.',
  'country_zone.country': '{country} is no country.{meant?}',
  'country_zone.repeated': '{country} stands in the zone {other} already.',
  'country_zone.repeated_code': 'Another zone has the code {code} too.',
  'country_zone.unreachable': 'Every country is in the zone {other} before it.',
  'country_zone.none':
    '{count} {count:country is|countries are} in no zone, such as {country}: add a zone for every other country, or say elsewhere: REFUSED.',
  'price.none': 'No price list for all says what {specification} costs in the zone {zone} from {day} on.',
  'price.sold_by_postflow':
    'The Postflow {name} ({id}) still sells {specification}, which is archived and has not every price from {day} on: archive the Postflow, or price the specification in every zone.',
  'price.sold_by_postbatch':
    'The mailing {name} ({id}) is not approved yet and prints {specification}, which is archived and has not every price from {day} on: without one it cannot be sent.',
  'price.no_list': 'No price list for all is valid yet: the first begins on {day}.',
  'price.no_list_at_all': 'No price list is for all organisations.',
  'price.specification': 'There is no specification {key}.{meant?}',
  'price.zone': 'The country zones of {specification} have no zone {zone}.{meant?}',
  'price.repeated': 'The price of {specification} in the zone {zone} stands in the list twice.',
  'price.steps': 'Quantity steps begin at 1 and rise: {from} follows {before}.',
  'price.extra': 'No price list for all says what {extra} costs from {day} on.',
  'price.repeated_extra': 'The surcharge {extra} stands in the list twice.',
  'price.same_day': '{other} is valid from the same day for the same organisations.',
  'price.organisation': 'There is no organisation {organisation}.',
  'cost.field': 'A cost of {kind} is not by {field}.',
  'cost.same': '{other} says what the same costs too.',
  'catalogue_currency.differs': 'Its prices are in {currency}, and this instance counts in {own}.',
  'catalogue_currency.fixed': 'This instance counts in {own}, in which money was counted already.',
})

/** Prices of quantity steps (`89, 79 (500+)`), which are cents to programs. */
const inCurrency = (value: string | number, { currency }: Params): string | undefined =>
  currency === undefined
    ? undefined
    : String(value).replace(/\d+(?![\d]*\+\))/g, (cents) => formatCents(Number(cents)))

/** Cutoffs, which are UTC to programs, by the clocks of the calendar, whose time zone the sentence names. */
const inItsZone = (value: string | number, { timeZone }: Params): string | undefined =>
  timeZone === undefined ? undefined : timeIn(String(timeZone), fromDateTime(String(value)))

/** What an import changes, for the person who decides about it. */
export const catalogueChangeSentences = sentences(
  {
    'catalogue_change.created': 'New {noun}: {key}.',
    'catalogue_change.changed': 'The {noun} {key} changes: {fields}.',
    'catalogue_change.archived': 'The {noun} {key} is archived; what was sold under it goes on.',
    'catalogue_change.missing':
      'The {noun} {key} is not in the file and is archived; what was sold under it goes on.',
    'catalogue_change.restored': 'The {noun} {key} is offered again.',
    'catalogue_change.version':
      'Specification {key} gets version {version}: {scheduled} {scheduled:scheduled item keeps the version that it was sold under|scheduled items keep the version that they were sold under}.',
    'catalogue_change.cutoff':
      'The next cutoff of {key} is {next} instead of {before} in {timeZone}; what is scheduled keeps its own.',
    'catalogue_change.no_cutoff': 'The next cutoff of {key} is {next} in {timeZone}; there was none.',
    'catalogue_change.run_keeps':
      'The run {run} of {specification} with {count} {count:item|items} still closes at {cutoff} in {timeZone}.',
    'catalogue_change.more_runs_keep': 'And {count} more {count:run keeps its|runs keep their} cutoff.',
    'catalogue_change.price':
      '{specification} in the zone {zone} costs {currency} {price} instead of {before} from {day} on.',
    'catalogue_change.new_price':
      '{specification} in the zone {zone} costs {currency} {price} from {day} on.',
    'catalogue_change.currency': 'The instance counts in {currency} instead of {before}.',
    'catalogue_change.rule': 'Printer rule {number} becomes {rule}; it was {before}.',
    'catalogue_change.new_rule': 'New printer rule {number}: {rule}.',
    'catalogue_change.rule_gone': 'Printer rule {number} goes: {before}.',
    'catalogue_change.new_return_code': 'New code of {carrier}: {code} stands for {reason}.',
    'catalogue_change.return_code': 'The code {code} of {carrier} stands for {reason}; it was {before}.',
    'catalogue_change.return_code_text': 'What is said of the code {code} of {carrier} changes.',
    'catalogue_change.return_code_gone': 'The code {code} of {carrier} goes; it stood for {before}.',
    'catalogue_change.run_printer':
      'The run {run} with {count} {count:item|items} goes to the printer {printer} instead of {before}.',
    'catalogue_change.run_waits':
      'The run {run} with {count} {count:item|items} waits: no printer in use could print it; now it goes to {before}.',
    'catalogue_change.run_keeps_printer':
      'The run {run} with {count} {count:item|items} stays with {printer}, mail to {countries} too: an item’s country chooses its printer when the item is scheduled, and not again.',
    'catalogue_change.more_runs': 'And {count} more {count:run goes|runs go} elsewhere.',
    'catalogue_change.more': 'And {count} more {count:change|changes}.',
  },
  {
    price: inCurrency,
    next: inItsZone,
    cutoff: inItsZone,
    before: (value, params) => inItsZone(value, params) ?? inCurrency(value, params),
  },
)

/** Why a catalogue is not taken. */
export const catalogueProblems = sentences({
  'still_referenced.sheet':
    'A design was made for {key} meanwhile: its page stays. Archive it and make another specification.',
})
