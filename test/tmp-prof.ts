import { createPdfRenderer } from '../src/adapters/pdf/index.ts'
import { createMailShop } from './support/mail.ts'
import { Session } from 'node:inspector/promises'
import fs from 'node:fs'
const pdf = createPdfRenderer({ workers: 0 })
const shop = await createMailShop({ ports: { renderer: pdf } })
const ids: string[] = []
for (let i = 0; i < 150; i++) ids.push((await shop.post({ name: `Zoë de Vries ${i}` })).id)
for (const id of ids.slice(0, 30)) await shop.call('items.paper', { params: { id }, query: `dpi=36` })
const s = new Session(); s.connect(); await s.post('Profiler.enable'); await s.post('Profiler.setSamplingInterval', { interval: 100 }); await s.post('Profiler.start')
for (const id of ids.slice(30)) await shop.call('items.paper', { params: { id }, query: `dpi=36` })
const { profile } = await s.post('Profiler.stop')
fs.mkdirSync('/tmp/prof2', { recursive: true }); fs.writeFileSync('/tmp/prof2/p.json', JSON.stringify(profile))
await pdf.close()
