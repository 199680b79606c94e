import { sentences } from '../kernel/sentences.ts'

/** What keeps a template from being published, as far as its document shows it. */
export const templateSentences = sentences({
  trim_mismatch: "The trim is {w} × {h} mm, the product's is {productW} × {productH} mm.",
  bleed_mismatch: "The bleed is {bleed} mm, the product's is {productBleed} mm.",
  safe_too_small: 'The safe distance is {safe} mm, the product needs at least {least} mm.',
  'page_count.exact': 'The document has {pages} pages, the product takes {most}.',
  'page_count.range': 'The document has {pages} pages, the product takes {least} to {most}.',
  page_side: 'Page {page} is a back without a front before it.',
  'address_missing.element': 'No page has an address element: the piece could not be delivered.',
  variable_duplicate: '"{name}" and "{other}" differ in case only.',
  variable_reserved: '"{name}" is filled by the service and cannot be declared.',
  sample_too_long: 'The sample of "{name}" is longer than the merge field may be.',
  'sample_invalid.kind':
    'The sample {sample} of the merge field {name} is not of the type {type}: the proof shows it as it is, which is not what will be printed. A day is 2026-03-01, an integer 1234.',
  'sample_invalid.number':
    'The sample {sample} of the merge field {name} is no number with a point and at most {decimals} decimals, such as 1234.5: the proof shows it as it is, which is not what will be printed.',
  font_duplicate: 'The font "{font}" is listed twice.',
  'font_unknown.platform': 'There is no platform font "{font}".',
  'font_unknown.asset': 'The font asset "{asset}" does not exist.',
  'font_unknown.not_a_font': 'The font asset "{asset}" is not a font.',
  'font_unknown.not_listed': 'The document lists no font "{font}".',
  element_duplicate: 'Two elements have the id "{id}".',
  address_zone_missing: 'The product has no address zone on page {page}.',
  address_too_small: 'The address is set in {size} pt, {least} pt are the least.',
  qr_quiet_zone: 'The quiet zone is {modules} modules, {least} are the least.',
  qr_user_information:
    'The web address of the QR code has user information before its host (https://user@host). Write it without.',
  min_size: 'The smallest size, {minSize} pt, is larger than the size, {size} pt.',
  tag_malformed: '"{tag}" is not a tag.',
  salutation_beside:
    'The line “{line}” prints more than the salutation, which has its first word and the name: Dear Ms Smith. Write only the tag in front of the comma.',
  tag_unknown: 'There is no variable "{name}".',
  color_unknown: 'There is no colour "{color}".',
  asset_variable:
    'A picture cannot depend on a merge field. Place each picture as an element of its own, and show it on a condition.',
  'asset_unknown.missing': 'There is no asset "{asset}".',
  'asset_unknown.format': 'The asset "{asset}" is a {format} file.',
  'element_outside_page.element': 'The element reaches beyond the bleed.',
  outside_safe: 'Text and codes keep {safe} mm from the trim.',
  bleed_short: 'What touches the trim must reach {bleed} mm beyond it.',
  ink_total:
    'It is printed with {ink} % ink; the paper takes {limit} %. Make it lighter, or convert it with a profile of this paper.',
  small_text_inks: 'Text of {size} pt is printed in {inks} inks; below {least} pt one is sharp.',
  small_text_tint: 'Text of {size} pt is printed in dots of {ink} % ink; below {least} pt take a full ink.',
  rich_black: 'Black is made of four inks; use the black ink alone.',
  hairline:
    'A line of {width} mm is too thin to be printed; {least} mm is the least. Make it wider; frames and rules of tables count too.',
  'bleed_missing.page':
    'The page of the PDF is {w} × {h} mm, without bleed. White edges stay white, and then there is nothing to do. Where colour runs to the edge, make the page {sheetW} × {sheetH} mm.',
  'bleed_missing.edge':
    'The PDF ends at the trim and does not reach {bleed} mm beyond it. White edges stay white, and then there is nothing to do. Where colour runs to the edge, export it with {bleed} mm of bleed and place it {bleed} mm beyond the trim.',
  white_overprint:
    'White is set to overprint here, so a press leaves what is below it. Switch overprint off for it, and export the PDF again.',
  spot_colour:
    'The spot colour {ink} is printed with an ink of its own, or from the four inks by a printer that has none. Where neither is meant, convert it to CMYK and export the PDF again.',
  rgb_object:
    'It is painted in RGB, whose colours differ a little in print. Nothing to do for a letter; where a colour must be exact, export the PDF in CMYK.',
  rgb_image:
    'The picture is in RGB, whose colours differ a little in print. Nothing to do, unless a colour must be exact.',
  low_resolution:
    'A picture has {ppi} ppi at this size; at least {least} are needed. Place it smaller, or use one with more pixels.',
  transparency_space:
    'Transparency is blended in {space}, not in the inks that are printed, so colours differ a little in print. Nothing to do for a letter; where a colour must be exact, export the PDF with its transparency blended in CMYK, or flattened.',
  window_outside_sheet: 'The window shows more than the page of {w} × {h} mm.',
  window_without_address: 'The window shows no address zone.',
  zone_outside_window:
    'The {zone} zone does not stay {inset} mm inside the window when the piece slides by {play} mm.',
  zone_in_window: 'The window may show the {zone} zone.',
  window_not_clear: 'The window may show this part of the page, and no zone keeps it free.',
  'zone_covered.element': 'The element lies in the {zone} zone.',
  'zone_covered.pdf_text':
    'The PDF prints text in the {zone} zone. Move the text, or take it out, and export the PDF again.',
  'zone_covered.pdf_text_unseen':
    'The PDF has text in the {zone} zone that cannot be seen, because something covers it or it has the colour of its background. It is printed as in the proof.',
  'zone_covered.pdf_dark':
    'The PDF is too dark in the {zone} zone: it reflects {percent} % of the light there, and machines need {least} % to read it. Leave the zone white in the PDF, and export it again.',
  'zone_covered.pdf_sender':
    'The PDF prints where the return address is printed. If that is a sender’s line, mail with a return address has the sender twice, one line over the other. Take the line out of the PDF, and let the return address print it.',
  'zone_covered.pdf_above_sender':
    'The PDF prints right above the return address. If that is a sender’s line, mail with a return address has the sender twice. Take the line out of the PDF, and let the return address print it.',
  'zone_covered.pdf_ink':
    'The PDF prints in the {zone} zone, which is meant to stay white. Check the proof there, or leave it white and export the PDF again.',
  'element_outside_page.pdf': 'What of the PDF lies beyond the bleed is not printed.',
  'zone_covered.pdf': 'The PDF lies over the {zone} zone. Make sure that its page is empty there.',
})

/** What a schema refuses in a document. */
export const documentRuleSentences = sentences({
  'invalid_format.variable_name': 'A name begins with a letter and holds letters, digits and _ only.',
  'invalid_format.colour_name': 'A colour name holds lower-case letters, digits and - only.',
})
