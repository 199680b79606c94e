import { defineOperation } from '../../../engine/operation.ts'
import { parse } from '../../../engine/validate.ts'
import { everyone } from '../../../ports/store.ts'
import { assertProven, proofOf } from '../../people/sessions/sign-in.ts'
import { putRules, rulesDiffer, rulesToWire } from '../rules.ts'
import { printerRules, printerRulesBody, provenPrinterRules } from '../schema.ts'

export const getPrinterRules = defineOperation({
  id: 'printerRules.get',
  method: 'GET',
  path: '/platform/printer-rules',
  summary: 'Get the printer rules',
  description: 'For operators. The rules that choose a printer for each run.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'read',
  output: printerRules,
  async handler({ rows }) {
    return rulesToWire(await rows.printerRules.find(everyone, {}, { order: [{ field: 'position' }] }))
  },
})

export const putPrinterRules = defineOperation({
  id: 'printerRules.put',
  method: 'PUT',
  path: '/platform/printer-rules',
  summary: 'Replace the printer rules',
  description:
    'For operators. The first rule that matches a run applies. New items follow the new rules immediately; existing runs follow them at hand-over. From the portal, include the user’s password if the rules differ.',
  permission: 'printers.manage',
  audience: 'user',
  effect: 'write',
  body: printerRulesBody,
  output: printerRules,
  async prepare(context, { body }) {
    const { rules, ...sent } = parse(provenPrinterRules, body, 'body')
    return { rules, proof: await proofOf(context, sent) }
  },
  async handler(context, _input, { rules, proof }) {
    const { rows, services } = context
    const isChange = await rulesDiffer(rows, rules)
    const made = await putRules(services, rows, { rules })
    if (proof) await proof.confirm(rows)
    else if (isChange) assertProven(context, proof)
    return rulesToWire(made)
  },
})
