export { stringify } from 'csv-stringify/browser/esm/sync'
