import type { H3 } from 'h3'
import type { Core } from '../../core/app/index.ts'
import type { Services } from '../../core/engine/services.ts'
import {
  type OptOut,
  type OptOutChoice,
  optOut,
  optOutChoices,
  optOutOf,
} from '../../core/features/tracking/opt-out.ts'
import { type Language, languages, type Messages } from '../../core/messages/opt-out.gen.ts'
import { visitLimits } from '../limits.ts'
import { decodeParameter, readForm } from '../request.ts'
import { plainResponse } from '../respond.ts'
import { escapeHtml, htmlPage, pageHeaders } from './html.ts'
import type { PublicRoutes, Visit } from './public-routes.ts'
import { visitorTexts } from './visitor-language.ts'

/** Maximum size of the form; the page's own is shorter. */
export const formLimitBytes = 1024

/**
 * Mounts `GET` and `POST /o/{code}`, the page on which a recipient opts out of a sender's mail. Viewing it
 * changes nothing, so that link previews don't opt out. The form needs no script. The code is the only
 * credential; the page reveals nothing about the recipient.
 */
export const mountOptOut = (app: H3, { services }: Core, route: PublicRoutes): void => {
  const limit = visitLimits.optOuts
  const show = route('optOuts', limit, async (visit) =>
    answer(services, visit, await optOutOf(services, codeOf(visit))),
  )
  const refuse = route('optOuts', limit, async (visit) => {
    const form = await readForm(visit.event.req, formLimitBytes)
    return answer(services, visit, await optOut(services, codeOf(visit), choiceOf(form.get('who'))))
  })
  // Printed URLs are upper case, which makes QR codes smaller.
  for (const path of ['/o/:code', '/O/:code']) {
    app.get(path, show)
    app.post(path, refuse)
  }
}

const codeOf = ({ event }: Visit): string => decodeParameter(event.context.params?.code ?? '') ?? ''

/** Defaults to the widest protection. */
const choiceOf = (text: string | null): OptOutChoice =>
  optOutChoices.find((choice) => choice === text) ?? 'address'

const answer = async (
  { log }: Pick<Services, 'log'>,
  { event, requestId, headers }: Visit,
  found: OptOut | undefined,
): Promise<Response> => {
  const { language, texts } = await visitorTexts(log, {
    requested: event.url.searchParams.get('lang'),
    locale: found?.locale ?? null,
    accepted: event.req.headers.get('accept-language'),
  })
  const content = found ? pageOf(texts, found) : { title: texts.unknownTitle, body: paragraph(texts.unknown) }
  const html = htmlPage(language, content.title, `${content.body}\n${languageLinks(language)}`)
  return plainResponse(requestId, found ? 200 : 404, html, {
    ...headers,
    ...pageHeaders,
    'Content-Language': language,
    Vary: 'Accept-Language',
    'X-Robots-Tag': 'noindex',
  })
}

const pageOf = (texts: Messages, found: OptOut): { title: string; body: string } => {
  const { sender, known, refused, choices } = found
  if (!known) return { title: texts.goneTitle, body: paragraph(texts.gone({ sender })) }
  const form = choices.length > 0 ? formOf(texts, choices) : ''
  if (refused === null) {
    return { title: texts.title({ sender }), body: paragraph(texts.intro({ sender })) + form }
  }
  const done = refused === 'person' ? texts.donePerson : texts.done
  return { title: texts.doneTitle, body: paragraph(done({ sender })) + paragraph(texts.later) + form }
}

const formOf = (texts: Messages, choices: readonly OptOutChoice[]): string => {
  const options = choices.map((choice, index) => {
    const checked = index === 0 ? ' checked' : ''
    return `<label><input type="radio" name="who" value="${choice}"${checked}> ${escapeHtml(texts[choice])}</label>`
  })
  return `<form method="post"><fieldset><legend>${escapeHtml(texts.legend)}</legend>
${options.join('\n')}</fieldset>
<button type="submit">${escapeHtml(texts.button)}</button></form>`
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>\n`

const languageLinks = (current: Language): string => {
  const others = Object.entries(languages).filter(([language]) => language !== current)
  const links = others.map(
    ([code, name]) => `<a href="?lang=${code}" hreflang="${code}" lang="${code}">${name}</a>`,
  )
  return `<nav>${links.join(' · ')}</nav>`
}
