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

/** Why an uploaded list is not opened. */
export const listProblems = sentences({
  'insufficient_scope.not_your_list':
    'Another caller uploaded {id}. Upload the list again, or use a caller with items.read.',
})

/** What is wrong with an uploaded list. */
export const listSentences = sentences(
  {
    'unknown_column.list': 'The file has no column {column}, but {known}.',
    'empty.list': 'The file has no rows.',
    'conflict.sheet': 'A CSV has no sheets.',
    'conflict.dialect': 'An XLSX has no encoding and no separator.',
    'wrong_kind.list': '{id} is {kindName}; a list is a CSV or an XLSX.',
    'too_many_cells.row':
      'The row has {cells} cells and the heading {columns}. Where a separator stands inside a text, put the text in quotes; leave nothing beyond the last column.',
    'invalid_format.country_name':
      '“{country}” is not a known country. Write its name or its two letters (ISO 3166-1), for example Germany or DE.',
    'invalid_format.country_of_several':
      '“{country}” is the name of several countries. Write one of: {countries}.',
    'invalid.lines':
      'The text has {lines} lines. In a CSV a quotation mark that is not closed makes several rows into one: close it, or remove it.',
    'required.encoding':
      'Several encodings read this file, with different letters. Name one in encoding, for example: {encodings}. GET …/sample of an import without a mapping shows what each reads.',
    unknown_heading_row:
      'Row {row} has no cells, or is not among the first rows of the file. Name a row that names the columns.',
    'invalid_character.lost':
      'The character � stands for a letter that was lost before the file was saved. Write the letter.',
    'invalid_character.control': 'The text has the control character {character}. Remove it.',
    'invalid_character.twice': 'The letters {text} come from text that was encoded twice.{meant}',
    'required.hidden_sheet':
      'All sheets with rows are hidden in the workbook. Name the one to read in `sheet`: {sheets}.',
    unknown_sheet: 'There is no such sheet, but {sheets}.',
    'required.answer':
      '{question} Answer it in answers, for example {answer}. The choices are {choices}. A mapping preset keeps answers for the next list.',
    'invalid_value.in_mapping':
      'The mapping gives “{value}” to {field}, which is {first} or {second}. Write one of these in the mapping, or name its locale.',
    unknown_question: 'No list raises the question {code}.',
    unknown_choice: '{choice} is not a choice of this question. The choices are {choices}.',
    'removed.upload': 'The file of {id} is not kept any more. Upload it again.',
  },
  { kindName: (kind) => kindNames[kind as UploadKind] },
)

const addressKindNames: Readonly<Record<string, string>> = {
  general: 'the one without a name',
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

/** What only the owner of a list can decide. */
export const questionSentences = sentences(
  {
    'unused_column.name':
      'The column {column} looks like part of the name and is not used. Include it, or leave it out.',
    'unused_column.address':
      'The column {column} looks like part of the address and is not used. Include it, or leave it out.',
    unused_columns:
      '{count} more columns look like parts of the name or the address and are not used, such as {columns}. Leave them out, or use them in a mapping.',
    several_addresses:
      'The list has several addresses of each recipient ({addressKinds}). Which one is printed? The suggestion takes the first.',
    'encoding.likely':
      'The file does not say in which encoding it is. Its letters fit {encoding} best. Choose another encoding if these rows are wrong.',
    'encoding.unsure':
      'The file does not say in which encoding it is, and several fit. Choose the one that reads these rows correctly. If none does, save the list as CSV UTF-8 or XLSX and upload it again.',
    'heading_row.above':
      'Row {row} is taken as the heading, and the rows above it are not imported. Choose another row if that is wrong.',
    'heading_row.several':
      'The rows {row} to {last} look like headings and are not imported. Which row names the columns?',
    'heading_row.guess':
      'Row {row} has no known column name. Does it name the columns, or is it a recipient?',
    cell_formats:
      'This workbook was uploaded to an earlier version, which kept its numbers and days without their formats: 12.5 is printed for € 12,50. Upload it again to print what its cells show.',
    sheet: 'The sheet {sheet} is read. The workbook has others.',
    'form_of_address.column':
      'The column {column} has forms of address such as “{value}”, and the letter would begin with them alone. What becomes of these rows?',
    'no_mail.column':
      'The column {column} says of some recipients that nothing is to be sent to them, such as “{value}”. What becomes of these rows?',
    'surname_alone.value':
      'The name on the envelope would be the surname alone. With the form of address it is “{value}”. Print the form of address too, print the surname alone, or write the name as it is to be printed.',
    'surname_alone.column':
      'Some recipients have a surname without a first name. With the column {column} before it, the name on the envelope is for example “{value}”. What is printed?',
    'date_order.column':
      'The column {column} has days such as “{value}”, which begin with the day or with the month. Which comes first?',
    'date_order.day_first': 'The days in the column {column} begin with the day, as “{value}” shows.',
    'date_order.month_first': 'The days in the column {column} begin with the month, as “{value}” shows.',
    'date_order.value':
      '“{value}” is {first} if the day comes first, and {second} if the month comes first. Write one of these, or answer the question about the column.',
    'line_break.column':
      'The column {column} has cells of several lines, such as “{value}”. What becomes of these rows?',
    'line_break.value': '“{value}” has several lines. Correct it, or confirm that it is printed on one line.',
    'text_mark.column':
      'The column {column} has values that begin with an apostrophe, such as “{value}”. Spreadsheets mark text with one. What is printed?',
    'text_mark.every':
      'All values in the column {column} begin with the apostrophe with which spreadsheets mark text, such as “{value}”. It is left out.',
    'text_mark.value':
      '“{value}” begins with an apostrophe, with which spreadsheets mark text. Remove it, or confirm that it is printed.',
    'decimal_sign.column':
      'The column {column} has numbers such as “{value}”, in which the sign begins decimals or separates thousands. Which sign begins decimals?',
    'decimal_sign.comma':
      'The numbers in the column {column} have a comma before decimals, as “{value}” shows.',
    'decimal_sign.point':
      'The numbers in the column {column} have a point before decimals, as “{value}” shows.',
    'decimal_sign.value':
      '“{value}” is {first} if a comma begins decimals, and {second} if a point does. Write it without separators of thousands, or answer the question about the column.',
    'repeated_recipient.list':
      'Some recipients have several rows with different values, such as {value}. Which letters are sent?',
    'unit_word.column':
      'The column {column} has numbers alone, such as “{value}”. They are printed with the word: “{printed}”. Choose the number alone if that is wrong.',
    'placeholder.column':
      'The column {column} has values that stand for a missing one, such as “{value}”. What becomes of them?',
    'spreadsheet_value.column':
      'The column {column} has numbers that a spreadsheet changed into dates or decimals, such as “{value}”. What becomes of these rows?',
    'unlikely_text.column':
      'The column {column} has values that look garbled or out of place, such as “{value}”. What becomes of these rows?',
  },
  { addressKinds: addressKindNamesOf },
)
