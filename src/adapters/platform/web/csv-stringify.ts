/** The library's build for browsers. */
export { stringify } from 'csv-stringify/browser/esm/sync'
