import { formatCents } from '../../kernel/money.ts'
import { type Params, sentences } from '../../kernel/sentences.ts'
import { fromDateTime, timeIn } from '../../kernel/time.ts'

export const productSentences = sentences({
  'unknown.specification': '{product} has no such specification.',
  'unserved.price': 'It can’t be sent to {country}: the shop has no zone or price for that country.',
})

export const catalogueRuleSentences = sentences({
  'invalid_format.catalogue_key': 'A key holds lower-case letters, digits and - only.',
  'invalid_format.catalogue_country': 'Write a country as two capital letters (ISO 3166-1).',
})

/** Errors beyond the schemas of entries. */
export const catalogueSentences = sentences({
  'catalogue_schema.other': 'This is not a catalogue file: schema must be {schema}.',
  'catalogue_part.unknown': 'Unknown list {part}.{meant?}',
  'catalogue_part.permission': 'Changing {part} requires the scope {permission}.',
  'catalogue_part.no_list': '{part} must be a list.',
  'catalogue_part.too_many': '{part} has {count} {count:entry|entries}; the maximum is {limit}.',
  'catalogue_key.repeated': 'Another {noun} also has the key {key}.',
  'catalogue_key.other': 'The URL names {key}: the entry must have that key.',
  'catalogue_key.id': '{key} has the id {present}, which can’t change.',
  'catalogue_key.id_taken': 'The id {id} belongs to {other}.',
  'catalogue_key.id_format': 'The id of a {noun} must begin with {prefix}.',
  'catalogue_reference.unknown': 'There is no {noun} with the key {key}.{meant?}',
  'catalogue_reference.archived': 'The {noun} {key} is archived.',
  'sheet_zone.outside': 'The {zone} zone extends beyond the sheet of {w} × {h} mm.',
  'sheet_zone.empty': 'The {zone} zone has no size.',
  'sheet_zone.page': 'The {zone} zone is on page {page}, but a piece has at most {pages} pages.',
  'sheet_zone.overlap': 'The {zone} zone overlaps the {other} zone at {x} × {y} mm on page {page}.',
  'sheet_address.missing': 'The sheet has no address zone, so its pieces can’t be delivered.',
  'sheet_address.several': 'The sheet has {count} address zones, but a piece has only one address.',
  'sheet_address.not_first': 'The address zone is on page {page}, but a piece may have only {pages} pages.',
  'sheet_pages.order': 'The minimum of {least} pages is above the maximum of {most}.',
  'sheet_mark.missing':
    'A piece may have {sheets} sheets, but none has a mark, so an inserter can’t match them. Add a mark zone with everySheet.',
  'sheet_mark.not_every':
    'Sheet {sheet} of a piece of {pages} pages has no mark, so an inserter can’t match it. Set everySheet on a mark zone on the front.',
  'sheet_mark.too_small':
    'The mark zone is too small for its code and text. It needs {long} mm along one side and {short} mm along the other.',
  'indicia.no_zone':
    'The indicia of {postage} is not printed, because the sheet has no postage zone on a page that every piece has.',
  'indicia.unprintable': 'The indicia of {postage} can’t be printed: {reason}',
  'sheet_changed.in_use':
    '{field} of {key} can’t change, because {count} {count:design uses|designs use} it. Archive {key} and create another specification.',
  'sheet_changed.product': '{key} can’t be moved from the product {product}.',
  'window.outside': 'The window extends beyond the visible part of page 1, which is {w} × {h} mm.',
  'window.address_missing': 'The window shows no address zone.',
  'window.too_close':
    'The {zone} zone must be at least {least} mm inside the window: 4 mm plus the play of {play} mm. It is {have} mm inside.',
  'window.shows': 'The window may show the {zone} zone, which must stay hidden.',
  'window.uncovered':
    'At {x} × {y} mm the window shows an area without a zone, where designs may print. Add a clear zone.',
  'envelope.too_small':
    'The folded piece of {w} × {h} mm does not fit into an envelope of {envelopeW} × {envelopeH} mm.',
  'colour_profile.unknown': 'There is no colour profile {profile}.{meant?}',
  'time_zone.unknown': '{timeZone} is not a time zone.',
  'cutoff.cron': '{cron} is not a cron expression.',
  'cutoff.too_often': 'Cutoffs of {cron} are {minutes} minutes apart; the minimum is {limit}.',
  'cutoff.never': 'This calendar has no cutoff, because every day that {cron} matches is closed.',
  'holidays.unknown': 'No holidays are known for {country}.',
  'holidays.unknown_region': 'No holidays are known for {region} in {country}.',
  'country_zone.country': '{country} is not a country.{meant?}',
  'country_zone.repeated': '{country} is already in the zone {other}.',
  'country_zone.repeated_code': 'Another zone also has the code {code}.',
  'country_zone.unreachable': 'Every country of this zone is already in the zone {other} before it.',
  'country_zone.none':
    '{count} {count:country is|countries are} in no zone, such as {country}. Add a zone for every other country, or set elsewhere: REFUSED.',
  'price.none':
    'No price list for all organisations has a price for {specification} in the zone {zone} from {day} on.',
  'price.sold_by_postflow':
    'The Postflow {name} ({id}) still sells {specification}, which is archived and lacks prices from {day} on. Archive the Postflow, or price the specification in every zone.',
  'price.sold_by_postbatch':
    'The unapproved mailing {name} ({id}) uses {specification}, which is archived and lacks prices from {day} on. It can’t be sent without a price.',
  'price.no_list': 'No price list for all organisations is valid yet: the first begins on {day}.',
  'price.no_list_at_all': 'There is no price list for all organisations.',
  'price.specification': 'There is no specification {key}.{meant?}',
  'price.zone': 'The country zones of {specification} have no zone {zone}.{meant?}',
  'price.repeated': 'The price of {specification} in the zone {zone} is in the list twice.',
  'price.steps': 'Quantity steps must begin at 1 and rise: {from} follows {before}.',
  'price.extra': 'No price list for all organisations has a price for {extra} from {day} on.',
  'price.repeated_extra': 'The surcharge {extra} is in the list twice.',
  'price.same_day': '{other} is valid from the same day for the same organisations.',
  'price.organisation': 'There is no organisation {organisation}.',
  'cost.field': 'A cost of {kind} can’t have {field}.',
  'cost.same': '{other} is a cost of the same thing.',
  'catalogue_currency.differs': 'Its prices are in {currency}, but this instance uses {own}.',
  'catalogue_currency.fixed': 'This instance already has money in {own}, so its currency can’t change.',
})

/** Formats prices of quantity steps (`89, 79 (500+)`), whose parameters are in cents. */
const inCurrency = (value: string | number, { currency }: Params): string | undefined =>
  currency === undefined
    ? undefined
    : String(value).replace(/\d+(?![\d]*\+\))/g, (cents) => formatCents(Number(cents)))

/** Cutoffs are in UTC; the sentence names the calendar's time zone. */
const inItsZone = (value: string | number, { timeZone }: Params): string | undefined =>
  timeZone === undefined ? undefined : timeIn(String(timeZone), fromDateTime(String(value)))

/** Shown to the user who decides about an import. */
export const catalogueChangeSentences = sentences(
  {
    'catalogue_change.created': 'New {noun}: {key}.',
    'catalogue_change.changed': 'The {noun} {key} changes: {fields}.',
    'catalogue_change.archived': 'The {noun} {key} is archived; items already sold are unaffected.',
    'catalogue_change.missing':
      'The {noun} {key} is not in the file and is archived; items already sold are unaffected.',
    'catalogue_change.restored': 'The {noun} {key} is offered again.',
    'catalogue_change.version':
      'Specification {key} gets version {version}: {scheduled} {scheduled:scheduled item keeps its version|scheduled items keep their version}.',
    'catalogue_change.cutoff':
      'The next cutoff of {key} is {next} instead of {before} in {timeZone}; scheduled items keep theirs.',
    'catalogue_change.no_cutoff': 'The next cutoff of {key} is {next} in {timeZone}; there was none.',
    'catalogue_change.run_keeps':
      'The run {run} of {specification} with {count} {count:item|items} still closes at {cutoff} in {timeZone}.',
    'catalogue_change.more_runs_keep': 'And {count} more {count:run keeps its|runs keep their} cutoff.',
    'catalogue_change.price':
      '{specification} in the zone {zone} costs {currency} {price} instead of {before} from {day} on.',
    'catalogue_change.new_price':
      '{specification} in the zone {zone} costs {currency} {price} from {day} on.',
    'catalogue_change.currency': 'The currency of the instance is {currency} instead of {before}.',
    'catalogue_change.rule': 'Printer rule {number} becomes {rule}; it was {before}.',
    'catalogue_change.new_rule': 'New printer rule {number}: {rule}.',
    'catalogue_change.rule_gone': 'Printer rule {number} is removed: {before}.',
    'catalogue_change.new_return_code': 'New code of {carrier}: {code} means {reason}.',
    'catalogue_change.return_code': 'The code {code} of {carrier} means {reason}; it was {before}.',
    'catalogue_change.return_code_text': 'The description of the code {code} of {carrier} changes.',
    'catalogue_change.return_code_gone': 'The code {code} of {carrier} is removed; it meant {before}.',
    'catalogue_change.run_printer':
      'The run {run} with {count} {count:item|items} goes to the printer {printer} instead of {before}.',
    'catalogue_change.run_waits':
      'The run {run} with {count} {count:item|items} waits, because no active printer could print it; now it goes to {before}.',
    'catalogue_change.run_keeps_printer':
      'The run {run} with {count} {count:item|items} stays with {printer}, including mail to {countries}: the printer for a country is chosen only when an item is scheduled.',
    'catalogue_change.more_runs': 'And {count} more {count:run goes|runs go} to another printer.',
    'catalogue_change.more': 'And {count} more {count:change|changes}.',
  },
  {
    price: inCurrency,
    next: inItsZone,
    cutoff: inItsZone,
    before: (value, params) => inItsZone(value, params) ?? inCurrency(value, params),
  },
)

export const catalogueProblems = sentences({
  'still_referenced.sheet':
    'A design was created for {key} in the meantime, so its page can’t change. Archive it and create another specification.',
})
