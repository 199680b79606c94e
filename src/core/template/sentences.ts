import { sentences } from '../kernel/sentences.ts'

export const templateSentences = sentences({
  trim_mismatch: "The trim is {w} × {h} mm, the product's is {productW} × {productH} mm.",
  bleed_mismatch: "The bleed is {bleed} mm, the product's is {productBleed} mm.",
  safe_too_small: 'The safe distance is {safe} mm, the product needs at least {least} mm.',
  'page_count.exact': 'The document has {pages} pages, the product has {most}.',
  'page_count.range': 'The document has {pages} pages, the product allows {least} to {most}.',
  page_side: 'Page {page} is a back, but the page before it is not a front.',
  'address_missing.element': 'No page has an address element, so the piece could not be delivered.',
  variable_duplicate: '"{name}" and "{other}" differ only in case.',
  variable_reserved: '"{name}" is filled by the service and cannot be declared.',
  sample_too_long: 'The sample of "{name}" exceeds the maximum length of the merge field.',
  'sample_invalid.kind':
    'The sample {sample} of the merge field {name} is not of the type {type}. The proof shows it unchanged, unlike print. Write days as 2026-03-01 and integers as 1234.',
  'sample_invalid.number':
    'The sample {sample} of the merge field {name} is not a number with a point and at most {decimals} decimals, such as 1234.5. The proof shows it unchanged, unlike print.',
  font_duplicate: 'The font "{font}" is listed twice.',
  'font_unknown.platform': 'There is no platform font "{font}".',
  'font_unknown.asset': 'The font asset "{asset}" does not exist.',
  'font_unknown.not_a_font': 'The font asset "{asset}" is not a font.',
  'font_unknown.not_listed': 'The document does not list the font "{font}".',
  element_duplicate: 'Two elements have the id "{id}".',
  address_zone_missing: 'The product has no address zone on page {page}.',
  address_too_small: 'The address is set in {size} pt; the minimum is {least} pt.',
  qr_quiet_zone: 'The quiet zone is {modules} modules wide; the minimum is {least}.',
  qr_user_information:
    'The URL of the QR code has user information before its host (https://user@host). Remove it.',
  min_size: 'The smallest size, {minSize} pt, is larger than the size, {size} pt.',
  tag_malformed: '"{tag}" is not a tag.',
  salutation_beside:
    'The line “{line}” prints more than the salutation, which includes its first word and the name: Dear Ms Smith. Use only the tag before the comma.',
  tag_unknown: 'The merge field "{name}" is not declared.',
  color_unknown: 'There is no colour "{color}".',
  asset_variable:
    'A picture cannot depend on a merge field. Place each picture as a separate element and show it conditionally.',
  'asset_unknown.missing': 'There is no asset "{asset}".',
  'asset_unknown.format': 'The asset "{asset}" is a {format} file.',
  'element_outside_page.element': 'The element reaches beyond the bleed.',
  outside_safe: 'Text and codes must be at least {safe} mm from the trim.',
  bleed_short: 'Elements that touch the trim must extend {bleed} mm beyond it.',
  ink_total:
    'The ink coverage is {ink} %; the paper takes {limit} %. Use a lighter colour, or convert with a profile for this paper.',
  small_text_inks:
    'Text of {size} pt is printed in {inks} inks. Below {least} pt, use one ink for sharp text.',
  small_text_tint: 'Text of {size} pt is printed as dots of {ink} % ink. Below {least} pt, use full ink.',
  rich_black: 'Black is printed in four inks. Use black ink only.',
  hairline:
    'A line of {width} mm is too thin to print; the minimum is {least} mm. This includes frames and table rules.',
  'bleed_missing.page':
    'The page of the PDF is {w} × {h} mm, without bleed. If the edges are white, no change is needed. If colour runs to the edge, make the page {sheetW} × {sheetH} mm.',
  'bleed_missing.edge':
    'The PDF ends at the trim and does not reach {bleed} mm beyond it. If the edges are white, no change is needed. If colour runs to the edge, export it with {bleed} mm of bleed and place it {bleed} mm beyond the trim.',
  white_overprint:
    'White is set to overprint here, so a press prints what is below it. Switch overprint off and export the PDF again.',
  spot_colour:
    'The spot colour {ink} is printed with its own ink, or from the four inks if the printer does not have it. If you want neither, convert it to CMYK and export the PDF again.',
  rgb_object:
    'The PDF uses RGB here, whose colours differ slightly in print. This is fine for letters. If a colour must be exact, export the PDF in CMYK.',
  rgb_image:
    'The picture is in RGB, whose colours differ slightly in print. This is fine unless a colour must be exact.',
  low_resolution:
    'A picture has {ppi} ppi at this size; at least {least} are needed. Make it smaller, or use a picture with more pixels.',
  transparency_space:
    'Transparency is blended in {space} instead of the printed inks, so colours differ slightly in print. This is fine for letters. If a colour must be exact, export the PDF with transparency blended in CMYK or flattened.',
  window_outside_sheet: 'The window shows more than the page of {w} × {h} mm.',
  window_without_address: 'The window shows no address zone.',
  zone_outside_window:
    'The {zone} zone is less than {inset} mm inside the window when the piece slides by {play} mm.',
  zone_in_window: 'The window may show the {zone} zone.',
  window_not_clear: 'The window may show this part of the page, and no zone keeps it clear.',
  'zone_covered.element': 'The element overlaps the {zone} zone.',
  'zone_covered.pdf_text':
    'The PDF prints text in the {zone} zone. Move or remove the text and export the PDF again.',
  'zone_covered.pdf_text_unseen':
    'The PDF has invisible text in the {zone} zone: it is covered or has the colour of its background. It is printed as in the proof.',
  'zone_covered.pdf_dark':
    'The PDF is too dark in the {zone} zone: it reflects {percent} % of the light, and machines need {least} % to read it. Leave the zone white and export the PDF again.',
  'zone_covered.pdf_sender':
    'The PDF prints in the place of the return address. If this is a sender’s line, mail with a return address shows the sender twice, one line over the other. Remove the line from the PDF and let the return address print it.',
  'zone_covered.pdf_above_sender':
    'The PDF prints right above the return address. If this is a sender’s line, mail with a return address shows the sender twice. Remove the line from the PDF and let the return address print it.',
  'zone_covered.pdf_ink':
    'The PDF prints in the {zone} zone, which should stay white. Check the proof, or leave the zone white and export the PDF again.',
  'element_outside_page.pdf': 'The part of the PDF beyond the bleed is not printed.',
  'zone_covered.pdf': 'The PDF overlaps the {zone} zone. Make sure that its page is empty there.',
})

export const documentRuleSentences = sentences({
  'invalid_format.variable_name': 'A name must start with a letter and contain only letters, digits and _.',
  'invalid_format.colour_name': 'A colour name may contain only lower-case letters, digits and -.',
})
