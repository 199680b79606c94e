export { stringify } from 'csv-stringify/sync'
