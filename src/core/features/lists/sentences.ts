import { sentences } from '../../kernel/sentences.ts'
import type { UploadKind } from '../../model/assets.ts'

const kindNames: Readonly<Record<UploadKind, string>> = {
  IMAGE: 'an image',
  PDF: 'a PDF',
  DRAWING: 'a drawing',
  CSV: 'a CSV',
  XLSX: 'an XLSX',
  FONT: 'a font',
}

export const listProblems = sentences({
  'insufficient_scope.not_your_list':
    'Another caller uploaded {id}. Upload the list again, or use a caller with items.read.',
})

export const listSentences = sentences(
  {
    'unknown_column.list': 'The file has no column {column}. It has {known}.',
    'empty.list': 'The file has no rows.',
    'conflict.sheet': 'A CSV has no sheets.',
    'conflict.dialect': 'An XLSX has neither encoding nor delimiter.',
    'wrong_kind.list': '{id} is {kindName}; a list is a CSV or an XLSX.',
    'too_many_cells.row':
      'The row has {cells} cells, but the heading has {columns}. Quote texts that contain a delimiter, and leave cells after the last column empty.',
    'invalid_format.country_name':
      '“{country}” is not a known country. Use its name or two letters (ISO 3166-1), for example Germany or DE.',
    'invalid_format.country_of_several':
      '“{country}” is the name of several countries. Use one of: {countries}.',
    'invalid.lines':
      'The text has {lines} lines. In a CSV, an unclosed quotation mark joins several rows. Close or remove it.',
    'required.encoding':
      'Several encodings fit this file and give different letters. Set encoding to one of them, for example: {encodings}. GET …/sample of an import without a mapping shows the text in each.',
    unknown_heading_row:
      'Row {row} is empty or not among the first rows of the file. Choose the row with the column names.',
    'invalid_character.lost':
      'The character � replaces a letter that was lost before the file was saved. Enter the letter.',
    'invalid_character.control': 'The text has the control character {character}. Remove it.',
    'invalid_character.twice': 'The letters {text} come from text that was encoded twice.{meant}',
    'required.hidden_sheet':
      'All sheets with rows are hidden in the workbook. Set `sheet` to the one to read: {sheets}.',
    unknown_sheet: 'The workbook has no such sheet. It has {sheets}.',
    'required.answer':
      '{question} Answer it in answers, for example {answer}. The choices are {choices}. A mapping preset keeps answers for the next list.',
    'invalid_value.in_mapping':
      'The mapping sets {field} to “{value}”, which may be {first} or {second}. Use one of these in the mapping, or set its locale.',
    unknown_question: 'The question {code} does not exist.',
    unknown_choice: '{choice} is not a choice of this question. The choices are {choices}.',
    'removed.upload': 'The file of {id} has been deleted. Upload it again.',
  },
  { kindName: (kind) => kindNames[kind as UploadKind] },
)

const addressKindNames: Readonly<Record<string, string>> = {
  general: 'the unnamed one',
  shipping: 'shipping',
  mailing: 'mailing',
  home: 'home',
  billing: 'billing',
  business: 'business',
  visiting: 'visiting',
  other: 'other',
}
const addressKindNamesOf = (kinds: string | number): string =>
  String(kinds)
    .split(' ')
    .map((kind) => addressKindNames[kind] ?? kind)
    .join(', ')

export const questionSentences = sentences(
  {
    'unused_column.name':
      'The column {column} looks like part of the name and is not used. Include it, or leave it out.',
    'unused_column.address':
      'The column {column} looks like part of the address and is not used. Include it, or leave it out.',
    unused_columns:
      '{count} more columns look like parts of the name or address and are not used, such as {columns}. Leave them out, or use them in a mapping.',
    several_addresses:
      'The list has several addresses of each recipient ({addressKinds}). Which one is printed? The suggestion takes the first.',
    'encoding.likely':
      'The file does not declare its encoding. Its letters fit {encoding} best. Choose another encoding if these rows are wrong.',
    'encoding.unsure':
      'The file does not declare its encoding, and several fit. Choose the one that shows these rows correctly. If none does, save the list as CSV UTF-8 or XLSX and upload it again.',
    'heading_row.above':
      'Row {row} is used as the heading, and the rows above it are not imported. Choose another row if this is wrong.',
    'heading_row.several':
      'The rows {row} to {last} look like headings and are not imported. Which row names the columns?',
    'heading_row.guess': 'Row {row} has no known column name. Is it the heading or a recipient?',
    cell_formats:
      'This workbook was uploaded to an earlier version, which stored numbers and days without their formats: € 12,50 is printed as 12.5. Upload it again to print what its cells show.',
    sheet: 'The sheet {sheet} is used. The workbook has others.',
    'form_of_address.column':
      'The column {column} has forms of address such as “{value}”, and the letter would begin with them without a name. What should happen to these rows?',
    'no_mail.column':
      'The column {column} asks for no mail to some recipients, such as “{value}”. What should happen to these rows?',
    'surname_alone.value':
      'The name on the envelope would be only the surname. With the form of address it is “{value}”. Print the form of address too, print only the surname, or enter the name as it should be printed.',
    'surname_alone.column':
      'Some recipients have a surname without a first name. With the column {column} before it, the name on the envelope is, for example, “{value}”. What should be printed?',
    'date_order.column':
      'The column {column} has days such as “{value}”, which may start with the day or the month. Which comes first?',
    'date_order.day_first': 'Dates in the column {column} start with the day, as “{value}” shows.',
    'date_order.month_first': 'Dates in the column {column} start with the month, as “{value}” shows.',
    'date_order.value':
      '“{value}” is {first} if the day comes first, and {second} if the month comes first. Enter one of these, or answer the question about the column.',
    'line_break.column':
      'The column {column} has cells with several lines, such as “{value}”. What should happen to these rows?',
    'line_break.value': '“{value}” has several lines. Correct it, or confirm that it is printed on one line.',
    'text_mark.column':
      'The column {column} has values that start with an apostrophe, such as “{value}”. Spreadsheets mark text with it. What should be printed?',
    'text_mark.every':
      'All values in the column {column} start with an apostrophe, with which spreadsheets mark text, such as “{value}”. It is removed.',
    'text_mark.value':
      '“{value}” starts with an apostrophe, with which spreadsheets mark text. Remove it, or confirm that it is printed.',
    'decimal_sign.column':
      'The column {column} has numbers such as “{value}”, in which the sign may separate decimals or thousands. Which is the decimal sign?',
    'decimal_sign.comma': 'Numbers in the column {column} have a decimal comma, as “{value}” shows.',
    'decimal_sign.point': 'Numbers in the column {column} have a decimal point, as “{value}” shows.',
    'decimal_sign.value':
      '“{value}” is {first} with a decimal comma, and {second} with a decimal point. Enter it without thousands separators, or answer the question about the column.',
    'repeated_recipient.list':
      'Some recipients have several rows with different values, such as {value}. Which letters should be sent?',
    'unit_word.column':
      'The column {column} has bare numbers, such as “{value}”. They are printed with a word: “{printed}”. Choose the bare number if this is wrong.',
    'placeholder.column':
      'The column {column} has placeholders, such as “{value}”. What should happen to them?',
    'spreadsheet_value.column':
      'The column {column} has numbers that a spreadsheet changed into dates or decimals, such as “{value}”. What should happen to these rows?',
    'unlikely_text.column':
      'The column {column} has values that look garbled or out of place, such as “{value}”. What should happen to these rows?',
  },
  { addressKinds: addressKindNamesOf },
)
