import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import { finding } from '../../../kernel/finding.ts'
import type { RenderRow } from '../../../model/renders.ts'
import { writeBlob } from '../../../ports/blobs.ts'
import { everyone } from '../../../ports/store.ts'
import { drawRender } from '../draw.ts'
import { renderSentences } from '../sentences.ts'

const attemptsBeforeFailed = 3

/** Draws a preview, and runs again when it has expired, to remove it. */
export const renderPreview = defineJob({
  kind: 'renders.render',
  async handler(context) {
    const { services, job, args, now } = context
    const id = args.renderId
    const render = await services.store.read((rows) => rows.renders.get(organisationOf(job), id))
    if (!render) return undefined
    if (now >= render.expiresAt) {
      if (render.blobKey !== null) await services.blobs.remove(render.blobKey)
      await services.store.write((rows) => rows.renders.remove(render, { id }))
      return undefined
    }
    if (render.status === 'PENDING') await draw(context, render)
    return { resumeAt: render.expiresAt }
  },
})

const draw = async (context: JobContext<'renders.render'>, render: RenderRow): Promise<void> => {
  const { services, job } = context
  try {
    const { findings, content } = await drawRender(services, render)
    if (!content) return await finish(context, render, { status: 'FAILED', findings })
    const blobKey = `renders/${render.id.toLowerCase()}.${render.format}`
    await writeBlob(services.blobs, blobKey, async (write) => {
      for (const chunk of content) await write(chunk)
    })
    const sizeBytes = content.reduce((size, chunk) => size + chunk.length, 0)
    await finish(context, render, { status: 'READY', findings, blobKey, sizeBytes })
    // If the item was erased while its preview was drawn, nothing else would remove the file.
    const kept = await services.store.read((rows) => rows.renders.get(render, render.id))
    if (!kept) await services.blobs.remove(blobKey)
  } catch (error) {
    if (job.attempts + 1 < attemptsBeforeFailed) throw error
    services.log.error('render failed', { render: render.id, error })
    const findings = [finding('error', renderSentences.sentence('render_failed'))]
    await finish(context, render, { status: 'FAILED', findings })
  }
}

const finish = (
  { services, transact }: JobContext<'renders.render'>,
  render: RenderRow,
  fields: Pick<RenderRow, 'status' | 'findings'> & Partial<RenderRow>,
): Promise<void> =>
  transact(async ({ rows, work }) => {
    const organisation = await rows.organisations.get(everyone, render.organisationId)
    const at = organisation ? nowIn(services, organisation, render.mode) : services.clock.now()
    const patch = { ...fields, completedAt: at }
    const first = await rows.renders.update(render, render.id, patch, { status: 'PENDING' })
    if (!first || fields.status !== 'READY') return
    const { id, organisationId, mode, itemId, templateVersionId } = render
    work.emit({
      type: 'preview.ready',
      organisationId,
      mode,
      at,
      data: { render: { id, status: fields.status, itemId, templateVersionId } },
      ...(itemId === null ? {} : { itemId }),
    })
  })
