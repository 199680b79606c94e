import { defineOperation } from '../../../engine/operation.ts'
import {
  calendarDraft,
  calendarPreview,
  previewCalendar,
  previewToWire,
} from '../catalogue/calendar-preview.ts'

export const previewCatalogueCalendar = defineOperation({
  id: 'catalogue.previewCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendar-preview',
  summary: 'See when a calendar would close runs',
  description:
    'For operators, before a calendar is created or changed: its next cutoffs, its holidays, and when what its specifications print would be delivered. Changes nothing.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  body: calendarDraft,
  output: calendarPreview,
  prepare: ({ services }, { body }) => previewCalendar(services, body),
  handler: ({ rows }, { body }, previewed) => previewToWire(rows, body, previewed),
})
