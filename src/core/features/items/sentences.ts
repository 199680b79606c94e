import { sentences } from '../../kernel/sentences.ts'
import type { TemplateVariable } from '../../template/document.ts'

const typeNames: Readonly<Record<TemplateVariable['type'], string>> = {
  text: 'text',
  integer: 'whole number',
  decimal: 'decimal number',
  money: 'amount of money',
  date: 'day of the calendar (YYYY-MM-DD)',
  url: 'web address (http or https)',
}

/** What is found about an item beside its address. */
export const itemFindings = sentences(
  {
    'variable_missing.field': 'The template needs the merge field {name}.',
    variable_unknown: 'The template has no merge field {name}; it is not printed.',
    'salutation_unclear.salutation':
      'The salutation {given} is not known, so {printed} is printed. Send the whole salutation, for example Dear Ms Smith.',
    'salutation_unclear.alone':
      '{printed} is only a form of address, and the letter begins with it. Send the whole salutation, for example Dear Ms Smith.',
    'salutation_unclear.title':
      'The title {given} is not known, so {printed} is printed. Send the whole salutation in the field salutation to print another.',
    'salutation_unclear.sex':
      'The value {given} does not say which form of address is right, so {printed} is printed. Send a form of address in the field salutation.',
    'salutation_unclear.conflict':
      'The forms of address of this recipient contradict one another, so {printed} is printed. Send a form of address in the field salutation, and the same sex.',
    'salutation_unclear.language':
      'There are no forms of address in this language, so {printed} is printed. Send the whole salutation in the field salutation.',
    'salutation_unclear.name':
      'The name can be read in several ways, so {printed} is printed. Send the whole salutation in the field salutation.',
    variable_too_long: '{name} has {length} characters; the template takes {limit}.',
    'variable_invalid.kind': '{name} is not a {type}.',
    'variable_invalid.number':
      '{name} is not a number as this field takes it. Use digits and a point, with at most {decimals} digits after the point, for example 1250 or -3.5.',
    direction_controls:
      '{name} has characters that change the direction of text ({characters}). Remove them if the text is not in a script from right to left.',
    country_unserved: 'This product is not sent to {country}: the shop has no zone or no price for it.',
    'duplicate_recipient.postflow':
      '{recipient} at this address has had {earlier} from this Postflow lately. Cancel this item. If it is for another person of that name, write the name so that the two differ.',
    'duplicate_recipient.other_data':
      '{recipient} at this address has another piece in this Postbatch ({earlier}), with other values of {fields}. Set addressOverride to send both, or cancel one of them.',
    'duplicate_recipient.postbatch':
      '{recipient} at this address is in this Postbatch already ({earlier}) and gets one piece: leave this one out. If it is for another person of that name, write the name so that the two differ.',
  },
  { type: (type) => typeNames[type as TemplateVariable['type']] },
)

/** What a finding says to callers without `items.read`, whatever its code. */
export const hiddenFindings = sentences({ hidden: 'The scope items.read is needed to read the details.' })

/** Why approved pieces would wait at the printer. */
export const waitSentences = sentences({
  no_live_printer:
    'This shop has no printer for live mail: approved pieces are rendered and wait until the operator provides one.',
  live_printing_held:
    'Live printing is held: approved pieces are rendered and wait until the operator resumes printing.',
})

/** What keeps a mailing from being sent live. */
export const liveSentences = sentences(
  {
    base_url_unreachable:
      'The template version {templateVersionId} of {mailingName} prints {links}, and readers do not get to {baseUrl}: start the server with --base-url, the public address at which it answers.',
    tracking_target_missing:
      'The template version {templateVersionId} prints a code to scan that leads nowhere: set trackingTargetUrl of {mailingName}.',
    return_address_missing:
      '{mailingName} has no return address, and undeliverable mail could not be returned: give it one (returnAddressId), or the organisation a default.',
  },
  { links: (links) => String(links).replaceAll(',', ' and ') },
)

/** What is wrong with the settings of an item or a mailing. */
export const itemInputSentences = sentences({
  'invalid_type.merge_field': 'A merge field is text or a number.',
  'required.template': 'Name a templateVersionId, or a templateId for its latest version.',
  'conflict.template': 'Name a templateVersionId or a templateId, not both.',
  'invalid_value.web_address': 'Write a web address: https://…',
  'invalid_value.user_information':
    'The address has user information before its host (https://user@host). Write it without.',
  'invalid_value.long_web_address':
    'A web address has at most {limit} characters, counted as it is sent (%C3%AB is six).',
  'unserved.country': 'This product is not sent to {country}: the shop has no zone or no price for it.',
  'past.send_on': 'sendOn lies in the past; today is {today}.',
  'too_far.send_on': 'sendOn may lie at most {limit} days ahead.',
  'invalid_value.not_rejected': 'That item is {status} and was not rejected: there is nothing to correct.',
  'invalid_value.erased_rejected':
    'The recipient of that item was erased: create an item that is no copy of it.',
  'conflict.corrected': 'That item has a corrected copy already: {item}.',
  'limit_reached.billing_groups':
    'An organisation has at most {limit} billing groups: use one of those that it has.',
  'max_entries.metadata': 'metadata has at most {limit} entries.',
  'not_allowed.send_on': 'A Postbatch is sent as a whole: change the sendOn of the Postbatch.',
  'unpublished.template': 'The template has no published version yet.',
  'archived.template': 'The template is archived and cannot be chosen any more.',
  'other_product.version': 'The version is for another product than this Postflow prints.',
})

/** Why an item or its mailing does not allow what is asked. */
export const itemProblems = sentences(
  {
    'invalid_state.approve': 'This item is {status} and cannot be approved.',
    'invalid_state.reject': 'This item is {status} and cannot be rejected.',
    'invalid_state.reprint': 'This item is {status} and cannot be reprinted.',
    'invalid_state.erase':
      'This item is {status} and cannot be erased before its life has ended. Cancel it, or wait.',
    'invalid_state.change':
      'This item is {status} and cannot change {fields} any more; reference and metadata may still change.',
    'invalid_state.cancel_late':
      'This item is {status} and its run is closed{cutoff?}: it cannot be cancelled any more.',
    'invalid_state.not_offered': '{specification} is offered no more: choose a template for another product.',
    not_ready_for_live: '{reasons}',
    'invalid_state.mailing_cancelled': '{mailingName} was cancelled: create a new item for this recipient.',
    'invalid_state.reprinted': 'This item was reprinted as {item} already: reprint that one.',
    'invalid_state.erased_reprint': 'The recipient of this item was erased: it cannot be sent again.',
    'insufficient_scope.free_reprint': 'A reprint free of charge needs the scope runs.manage.',
    'revision_conflict.item': 'The item was changed in the meantime. Read it again and repeat the change.',
    'invalid_state.erased': 'The recipient of this item was erased; nothing new is written to it.',
    'invalid_state.postbatch_deleted': 'The Postbatch of this item was deleted.',
    'invalid_state.takes_no_items': 'The {mailingName} is {status} and takes no items.',
    'invalid_state.layer':
      'The static layer of the template version {templateVersionId} is {status}; it must be READY.',
  },
  { cutoff: (time) => ` (cutoff ${time})` },
)
