import { sentences } from '../../kernel/sentences.ts'
import type { TemplateVariable } from '../../template/document.ts'

const typeNames: Readonly<Record<TemplateVariable['type'], string>> = {
  text: 'text',
  integer: 'whole number',
  decimal: 'decimal number',
  money: 'amount of money',
  date: 'calendar day (YYYY-MM-DD)',
  url: 'web address (http or https)',
}

/** Findings about an item besides its address. */
export const itemFindings = sentences(
  {
    'variable_missing.field': 'The template needs the merge field {name}.',
    variable_unknown: 'The template has no merge field {name}; it is not printed.',
    'salutation_unclear.salutation':
      'The salutation {given} is unknown, so {printed} is printed. Send the whole salutation, for example Dear Ms Smith.',
    'salutation_unclear.alone':
      '{printed} is only a form of address, and the letter begins with it. Send the whole salutation, for example Dear Ms Smith.',
    'salutation_unclear.title':
      'The title {given} is unknown, so {printed} is printed. Send the whole salutation in the field salutation to print another.',
    'salutation_unclear.sex':
      'The value {given} does not determine the form of address, so {printed} is printed. Send a form of address in the field salutation.',
    'salutation_unclear.conflict':
      'The forms of address of this recipient contradict one another, so {printed} is printed. Send a form of address in the field salutation, and the same sex.',
    'salutation_unclear.language':
      'There are no forms of address in this language, so {printed} is printed. Send the whole salutation in the field salutation.',
    'salutation_unclear.name':
      'The name can be read in several ways, so {printed} is printed. Send the whole salutation in the field salutation.',
    variable_too_long: '{name} has {length} characters; the template allows {limit}.',
    'variable_invalid.kind': '{name} is not a {type}.',
    'variable_invalid.number':
      '{name} is not a valid number for this field. Use digits and a point, with at most {decimals} digits after the point, for example 1250 or -3.5.',
    direction_controls:
      '{name} contains characters that change the direction of text ({characters}). Remove them unless the text is in a right-to-left script.',
    country_unserved: 'This product is not sent to {country}: there is no zone or price for it.',
    'duplicate_recipient.postflow':
      '{recipient} at this address recently got {earlier} from this Postflow. Cancel this item. If it is for another person of that name, make the names differ.',
    'duplicate_recipient.other_data':
      '{recipient} at this address has another piece in this Postbatch ({earlier}), with other values of {fields}. Set addressOverride to send both, or cancel one of them.',
    'duplicate_recipient.postbatch':
      '{recipient} at this address is in this Postbatch already ({earlier}) and gets one piece: leave this one out. If it is for another person of that name, make the names differ.',
  },
  { type: (type) => typeNames[type as TemplateVariable['type']] },
)

/** Replaces findings for callers without `items.read`, whatever their code. */
export const hiddenFindings = sentences({ hidden: 'Reading the details needs the scope items.read.' })

/** Why approved pieces would wait at the printer. */
export const waitSentences = sentences({
  no_live_printer:
    'This server has no printer for live mail: approved pieces are rendered and wait until the operator configures one.',
  live_printing_held:
    'Live printing is paused: approved pieces are rendered and wait until the operator resumes printing.',
})

/** Why a mailing can't be sent live. */
export const liveSentences = sentences(
  {
    base_url_unreachable:
      'The template version {templateVersionId} of {mailingName} prints {links}, but recipients cannot reach {baseUrl}. Start the server with --base-url, its public URL.',
    tracking_target_missing:
      'The template version {templateVersionId} prints a QR code without a target. Set trackingTargetUrl of {mailingName}.',
    return_address_missing:
      '{mailingName} has no return address for undeliverable mail. Set returnAddressId, or a default of the organisation.',
  },
  { links: (links) => String(links).replaceAll(',', ' and ') },
)

/** Errors in settings of items and mailings. */
export const itemInputSentences = sentences({
  'invalid_type.merge_field': 'A merge field must be text or a number.',
  'required.template': 'Name a templateVersionId, or a templateId for its latest version.',
  'conflict.template': 'Name either a templateVersionId or a templateId.',
  'invalid_value.web_address': 'This is not a web address. Use https://…',
  'invalid_value.user_information':
    'The URL has user information before its host (https://user@host). Remove it.',
  'invalid_value.long_web_address':
    'A web address has at most {limit} characters, counted as sent (%C3%AB is six).',
  'unserved.country': 'This product is not sent to {country}: there is no zone or price for it.',
  'past.send_on': 'sendOn is in the past; today is {today}.',
  'too_far.send_on': 'sendOn must be at most {limit} days ahead.',
  'invalid_value.not_rejected': 'That item is {status} and was not rejected, so it cannot be corrected.',
  'invalid_value.erased_rejected':
    'The recipient of that item was erased. Create an item without correctionOfItemId.',
  'conflict.corrected': 'That item already has a corrected copy: {item}.',
  'limit_reached.billing_groups': 'An organisation has at most {limit} billing groups. Use an existing one.',
  'max_entries.metadata': 'metadata has at most {limit} entries.',
  'not_allowed.send_on': 'A Postbatch is sent as a whole. Change the sendOn of the Postbatch.',
  'unpublished.template': 'The template has no published version yet.',
  'archived.template': 'The template is archived and can no longer be chosen.',
  'other_product.version': 'The version is for another product than this Postflow prints.',
})

/** Why an item or its mailing doesn't allow an action. */
export const itemProblems = sentences(
  {
    'invalid_state.approve': 'This item is {status} and cannot be approved.',
    'invalid_state.reject': 'This item is {status} and cannot be rejected.',
    'invalid_state.reprint': 'This item is {status} and cannot be reprinted.',
    'invalid_state.erase':
      'This item is {status} and can be erased only in a final status. Cancel it, or wait.',
    'invalid_state.change':
      'This item is {status}, so {fields} can no longer change. reference and metadata still can.',
    'invalid_state.cancel_late':
      'This item is {status} and its run is closed{cutoff?}, so it can no longer be cancelled.',
    'invalid_state.not_offered':
      '{specification} is no longer available. Choose a template for another product.',
    not_ready_for_live: '{reasons}',
    'invalid_state.mailing_cancelled': '{mailingName} was cancelled. Create a new item for this recipient.',
    'invalid_state.reprinted': 'This item was already reprinted as {item}. Reprint that one.',
    'invalid_state.erased_reprint': 'The recipient of this item was erased, so it cannot be sent again.',
    'insufficient_scope.free_reprint': 'A reprint free of charge needs the scope runs.manage.',
    'revision_conflict.item': 'The item has changed. Read it again and repeat the change.',
    'invalid_state.erased': 'The recipient of this item was erased, so it can no longer change.',
    'invalid_state.postbatch_deleted': 'The Postbatch of this item was deleted.',
    'invalid_state.takes_no_items': 'The {mailingName} is {status} and accepts no items.',
    'invalid_state.layer':
      'The static layer of the template version {templateVersionId} is {status}; it must be READY.',
  },
  { cutoff: (time) => ` (cutoff ${time})` },
)
