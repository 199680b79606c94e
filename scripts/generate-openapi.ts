/** Writes docs/openapi.json, which is not committed; with `--digest` also its digest, which is. */
import { writeFileSync } from 'node:fs'
import { apiDocumentDigest, apiDocumentFile, digestFile } from './api-document.ts'

await apiDocumentFile()
if (process.argv.includes('--digest')) writeFileSync(digestFile, `${await apiDocumentDigest()}\n`)
