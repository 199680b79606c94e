/** The library's own build for browsers. */
export { stringify } from 'csv-stringify/browser/esm/sync'
