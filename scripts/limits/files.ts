import { MAX_PIXELS, MAX_SIDE_PX } from '../../src/adapters/pdf/images/image.ts'
import { MAX_COEFFICIENT_BYTES } from '../../src/adapters/pdf/images/jpeg.ts'
import { MAX_DECODED_BYTES } from '../../src/adapters/pdf/images/png.ts'
import { MAX_INTERLACED_BYTES } from '../../src/adapters/pdf/images/png-interlaced.ts'
import {
  INFLATION_BYTES,
  MAX_INFLATED_BYTES,
  MAX_STREAM_BYTES,
} from '../../src/adapters/pdf/import/budget.ts'
import { MAX_FILTERS } from '../../src/adapters/pdf/import/document.ts'
import { MAX_SOURCE_CHARACTERS, MAX_OBJECTS as PAGE_OBJECTS } from '../../src/adapters/pdf/import/page.ts'
import { MAX_PARTS } from '../../src/adapters/pdf/import/parser.ts'
import { MAX_OBJECTS } from '../../src/adapters/pdf/import/tables.ts'
import { MAX_CHARACTERS } from '../../src/adapters/pdf/inspect/font.ts'
import { MAX_PAGES } from '../../src/adapters/pdf/inspect/pdf.ts'
import { CLOCK_TIME_FACTOR } from '../../src/adapters/pdf/isolated-process/queue.ts'
import { untrustedLimits } from '../../src/adapters/pdf/isolated-process/untrusted.ts'
import { uploadLimits } from '../../src/core/features/assets/limits.ts'
import { exportLimits } from '../../src/core/features/exports/limits.ts'
import { limits as template } from '../../src/core/template/limits.ts'
import { count, megabytes, megapixels, type Section, seconds, size } from './limit.ts'

const { bytes } = uploadLimits
const { inspect, compile, rasterise, quickMs } = untrustedLimits

export const files: Section = {
  heading: 'Uploads, templates and exports',
  limits: [
    [
      'An uploaded file',
      `${size(bytes.IMAGE)} for IMAGE and PDF, ${size(bytes.CSV)} for CSV, ${size(bytes.FONT)} for FONT`,
      '413 `body_too_large` while it comes in',
    ],
    ['The name of a file', `1 to ${uploadLimits.nameLength} characters`, '422 on `name`'],
    ['The bytes of an uploaded CSV', `kept for ${uploadLimits.csvDays} days`, 'the upload says `REMOVED`'],
    [
      'An uploaded image',
      `${megapixels(MAX_PIXELS)}, ${count(MAX_SIDE_PX)} pixels a side, ${megabytes(MAX_DECODED_BYTES)} of PNG samples, ${megabytes(MAX_INTERLACED_BYTES)} where it is interlaced`,
      '422 `image_too_large`',
    ],
    [
      'An uploaded progressive JPEG',
      `${megabytes(MAX_COEFFICIENT_BYTES)} of coefficients: ${Math.floor(MAX_COEFFICIENT_BYTES / 6e6)} megapixels, ${Math.floor(MAX_COEFFICIENT_BYTES / 3e6)} with halved colours`,
      '422 `image_too_large`',
    ],
    ['Characters that an uploaded font names', count(MAX_CHARACTERS), '422 `file_too_complex`'],
    ['An uploaded PDF', `${MAX_PAGES} pages`, '422 `pdf_pages`'],
    [
      'What reading an uploaded PDF may come to',
      `a stream or a page’s content of ${megabytes(MAX_STREAM_BYTES)} inflated, ${megabytes(MAX_INFLATED_BYTES)} of all inflations together (repeats count, and each for ${size(INFLATION_BYTES)} more), ${count(MAX_OBJECTS)} objects (${count(PAGE_OBJECTS)} and ${megabytes(MAX_SOURCE_CHARACTERS)} of dictionaries of one page), ${count(MAX_PARTS)} parts of an object, ${MAX_FILTERS} filters of a stream`,
      '422 `file_too_complex`',
    ],
    [
      'Looking at an uploaded file, and drawing a preview as PNG',
      `${megabytes(inspect.memoryBytes)} of resident memory and ${seconds(inspect.processorMs)} s of processor time (a preview ${seconds(rasterise.processorMs)} s), in a process of its own; ${CLOCK_TIME_FACTOR} times that by the clock`,
      '422 `file_too_complex`; a preview FAILED with it',
    ],
    [
      'Compiling a template with images, PDFs or uploaded fonts',
      `${megabytes(compile.memoryBytes)} and ${seconds(compile.processorMs)} s of processor time, likewise`,
      '422 `file_too_complex`',
    ],
    [
      'Uploads, previews and such templates of one organisation that are worked on at once',
      `1; another organisation’s waits for ${quickMs / 1000} s at most for each one before it`,
      'they wait',
    ],
    [
      'Images, PDFs and fonts of one template',
      `${size(template.assetBytes)} together, ${size(template.layerBytes)} as they are printed (what two pages of a PDF share counts twice)`,
      '422 `assets_too_large` when it is published',
    ],
    ['A signed address', 'good for one to two hours, until the full hour', '404'],
    [
      'Exports of one organisation and mode that are not finished',
      count(exportLimits.unfinished),
      '409 `invalid_state`',
    ],
    ['Filters of an export', count(exportLimits.filters), '422 on `filters`'],
    ['An export and its file', `${exportLimits.days} days`, '404'],
  ],
}
