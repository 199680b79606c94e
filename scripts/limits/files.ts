import { linkSeconds } from '../../src/adapters/blobs-s3/blobs.ts'
import { MAX_ANNOTATIONS } from '../../src/adapters/pdf/flatten/annotations.ts'
import { MAX_PNG_BYTES } from '../../src/adapters/pdf/images/convert/convert.ts'
import { MAX_CONVERTED_BYTES } from '../../src/adapters/pdf/images/convert/converted.ts'
import { MAX_PIXELS, MAX_SIDE_PX } from '../../src/adapters/pdf/images/image.ts'
import { MAX_COEFFICIENT_BYTES } from '../../src/adapters/pdf/images/jpeg.ts'
import { MAX_DECODED_BYTES } from '../../src/adapters/pdf/images/png.ts'
import { MAX_INTERLACED_BYTES } from '../../src/adapters/pdf/images/png-rows.ts'
import { MAX_SOURCE_CHARACTERS, MAX_OBJECTS as PAGE_OBJECTS } from '../../src/adapters/pdf/import/copier.ts'
import { MAX_CHARACTERS } from '../../src/adapters/pdf/inspect/font.ts'
import { MAX_PAGES } from '../../src/adapters/pdf/inspect/pdf.ts'
import { CLOCK_TIME_FACTOR } from '../../src/adapters/pdf/isolated-process/queue.ts'
import { MAX_QUICK_TASKS, untrustedLimits } from '../../src/adapters/pdf/isolated-process/untrusted.ts'
import {
  INFLATION_BYTES,
  MAX_INFLATED_BYTES,
  MAX_STREAM_BYTES,
} from '../../src/adapters/pdf/reader/budget.ts'
import { MAX_OBJECTS } from '../../src/adapters/pdf/reader/cross-references.ts'
import { MAX_FILTERS } from '../../src/adapters/pdf/reader/document.ts'
import { MAX_PARTS } from '../../src/adapters/pdf/reader/parser.ts'
import { svgLimits } from '../../src/adapters/pdf/svg/document.ts'
import { maxCellLength } from '../../src/adapters/xlsx/encode.ts'
import { workbookLimits as workbook } from '../../src/adapters/xlsx/limits.ts'
import { uploadLimits } from '../../src/core/features/assets/limits.ts'
import { exportLimits } from '../../src/core/features/exports/schema.ts'
import { mediaMs } from '../../src/core/features/media/token.ts'
import { instanceAssetLimits as own } from '../../src/core/features/platform-assets/schema.ts'
import { mostSheetRows } from '../../src/core/ports/csv.ts'
import { limits as template } from '../../src/core/template/limits.ts'
import { redirectBytes } from '../../src/server/limits.ts'
import { count, hours, megabytes, megapixels, type Section, seconds, size } from './limit.ts'

const { bytes } = uploadLimits
const { inspect, workbook: reading, compile, preview, picture, quickMs } = untrustedLimits

export const files: Section = {
  heading: 'Uploads, templates and exports',
  limits: [
    [
      'An uploaded file',
      `${size(bytes.IMAGE)} for IMAGE and PDF, ${size(bytes.DRAWING)} for DRAWING, ${size(bytes.CSV)} for CSV, ${size(bytes.XLSX)} for XLSX, ${size(bytes.FONT)} for FONT`,
      '413 `body_too_large` while it arrives',
    ],
    [
      'A font or profile added by an operator; number of each',
      `${size(own.fontBytes)} and ${size(own.profileBytes)}; ${own.fonts} and ${own.profiles}`,
      '413 `body_too_large`; 422 `too_many_files` on `kind`',
    ],
    ['The name of a file', `1 to ${uploadLimits.nameLength} characters`, '422 on `name`'],
    [
      'The content of an uploaded list',
      `kept for ${uploadLimits.csvDays} days`,
      'the upload’s status is `REMOVED`',
    ],
    [
      'An uploaded image',
      `${megapixels(MAX_PIXELS)}, ${count(MAX_SIDE_PX)} pixels on each side; ${megabytes(MAX_DECODED_BYTES)} of samples in a PNG, ${megabytes(MAX_INTERLACED_BYTES)} if it is interlaced or rotated by its EXIF orientation`,
      '422 `image_too_large`',
    ],
    [
      'An uploaded WebP, AVIF or TIFF',
      `${megabytes(MAX_CONVERTED_BYTES)} of decoded samples, RGBA of WebP and AVIF: ${megapixels(MAX_CONVERTED_BYTES / 4)}; ${size(MAX_PNG_BYTES)} as the PNG that it becomes`,
      '422 `image_too_large`',
    ],
    [
      'An uploaded SVG',
      `${count(svgLimits.elements)} elements, each repetition counted, ${svgLimits.depth} levels deep`,
      '422 `file_too_complex`',
    ],
    [
      'An uploaded progressive JPEG',
      `${megabytes(MAX_COEFFICIENT_BYTES)} of coefficients: ${Math.floor(MAX_COEFFICIENT_BYTES / 6e6)} megapixels, ${Math.floor(MAX_COEFFICIENT_BYTES / 3e6)} with chroma subsampling`,
      '422 `image_too_large`',
    ],
    ['Characters of an uploaded font', count(MAX_CHARACTERS), '422 `file_too_complex`'],
    ['An uploaded PDF', `${MAX_PAGES} pages`, '422 `pdf_pages`'],
    [
      'Work to read an uploaded PDF',
      `${megabytes(MAX_STREAM_BYTES)} for one decompressed stream or page; ${megabytes(MAX_INFLATED_BYTES)} for all decompression together (repetitions count, and each adds ${size(INFLATION_BYTES)}); ${count(MAX_OBJECTS)} objects (${count(PAGE_OBJECTS)} for one page, and ${megabytes(MAX_SOURCE_CHARACTERS)} of dictionaries); ${count(MAX_PARTS)} parts of an object; ${MAX_FILTERS} filters of a stream`,
      '422 `file_too_complex`',
    ],
    ['Annotations and form fields of a page of a PDF', count(MAX_ANNOTATIONS), '422 `file_too_complex`'],
    [
      'An uploaded workbook (XLSX)',
      `${count(workbook.entries)} files inside; ${megabytes(workbook.inflatedBytes)} unpacked (${megabytes(workbook.partBytes)} of a part other than sheets and shared texts); elements ${workbook.depth} levels deep; ${count(workbook.texts)} shared texts of ${count(workbook.textCharacters)} characters together; ${count(workbook.formats)} cell formats`,
      '422 `file_too_complex`',
    ],
    [
      'A sheet of a workbook',
      `${count(workbook.rows)} rows and ${workbook.columns} columns; ${count(workbook.cellLength)} characters of a cell, ${count(workbook.rowLength)} of a row; ${size(workbook.csvBytes)} as CSV, with the sheets before it, and as much again for its formatted numbers`,
      'it is omitted with a warning (`sheet_too_large`); 422 if no other sheet can be read',
    ],
    [
      'Sheets of a workbook',
      `the first ${workbook.sheets}, visible ones before hidden ones`,
      'the others are omitted with a warning (`sheet_too_many`)',
    ],
    [
      'Reading a workbook',
      `${megabytes(reading.memoryBytes)} of resident memory and ${seconds(reading.processorMs)} s of processor time, as below`,
      '422 `file_too_complex`',
    ],
    [
      'Inspecting an uploaded file',
      `${megabytes(inspect.memoryBytes)} of resident memory and ${seconds(inspect.processorMs)} s of processor time, in a separate process; at most ${CLOCK_TIME_FACTOR} times that in real time`,
      '422 `file_too_complex`',
    ],
    [
      'Compiling a template with images, PDFs or uploaded fonts',
      `${megabytes(compile.memoryBytes)} and ${seconds(compile.processorMs)} s of processor time, in the same way`,
      '422 `file_too_complex`',
    ],
    [
      'Drawing a page as PNG (`renders.create`, `items.paper`, `templates.paper`)',
      `${megabytes(picture.memoryBytes)} and ${seconds(picture.processorMs)} s of processor time, in the same way`,
      'a preview is FAILED with `file_too_complex`; 409 `invalid_state`',
    ],
    [
      'Drawing a draft (`templates.preview`)',
      `${megabytes(preview.memoryBytes)} and ${seconds(preview.processorMs)} s of processor time, in the same way`,
      'a finding `file_too_complex`',
    ],
    [
      'Simultaneous uploads, previews and compilations of one organisation',
      `${MAX_QUICK_TASKS} if the machine has two or more processors, no other organisation waits and none of them is slow; otherwise 1. Those of another organisation wait at most ${quickMs / 1000} s for each one ahead of them`,
      'they wait',
    ],
    [
      'Images, PDFs and fonts of one template',
      `${size(template.assetBytes)} together; ${size(template.layerBytes)} as printed (data shared by two pages of a PDF counts twice)`,
      '422 `assets_too_large` when the template is published',
    ],
    [
      'The label of a merge field; the name and the group of an element',
      `1 to ${template.labelLength} characters each`,
      '422 on the field',
    ],
    [
      'A number in a merge field (`decimal`, `money`)',
      `${template.variableDigits} digits before the decimal point and ${template.variableDecimals} after it`,
      'finding `variable_invalid`; 422 for more `decimals` in a template',
    ],
    ['A signed URL', `valid for ${hours(mediaMs)} to ${hours(2 * mediaMs)} hours, ending on the hour`, '404'],
    [
      'Direct download from a bucket, if enabled',
      `${size(redirectBytes)} or more; the URL in the bucket is valid for ${linkSeconds / 60} minutes`,
      'smaller files are sent by the server ([blobs.md](blobs.md#large-downloads)); 403 from the store after that',
    ],
    [
      'Unfinished exports of one organisation and mode',
      count(exportLimits.unfinished),
      '409 `invalid_state`',
    ],
    [
      'Rows of an export as a workbook',
      `${count(mostSheetRows - 1)}, and 4 GiB of XML`,
      'the export is FAILED (`sheet_full`)',
    ],
    [
      'Text of a cell of a workbook',
      `${count(maxCellLength)} characters, as in Excel`,
      'truncated, with a note of its length',
    ],
    ['Filters of an export', count(exportLimits.filters), '422 on `filters`'],
    ['An export and its file', `kept for ${exportLimits.days} days`, '404'],
  ],
}
