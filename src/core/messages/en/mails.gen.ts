// Made by `node scripts/generate-messages.ts`. Do not edit.
import type { Formats, Money } from '../formats.ts'
export type Messages = {
  "invitation": {
    /** Join {organisation} on Lettershop */
    "subject": (values: { organisation: string }) => string
    /** {inviter} invites you to {organisation}. */
    "text": (values: { inviter: string; organisation: string }) => string
    /** A colleague invites you to {organisation}. */
    "colleague": (values: { organisation: string }) => string
    /** To accept, open this link before {until, date, moment}. It works once: */
    "link": (values: { until: string }) => string
    /** If you did not expect this invitation, you can ignore this email. */
    "ignore": string
  }
  "reset": {
    /** A new password for Lettershop */
    "subject": string
    /** A link to set a new password was requested for your account. */
    "text": string
    /** Open it before {until, date, moment}. It works once: */
    "link": (values: { until: string }) => string
    /** If you did not request it, you can ignore this email: your password stays as it is. */
    "ignore": string
  }
  "access": {
    /** Choose a password for Lettershop */
    "subject": string
    /** An operator created an account for you, or gave your account more permissions. Choose a new password before you use it: an earlier password no longer works. */
    "text": string
    /** Open this link before {until, date, moment}. It works once: */
    "link": (values: { until: string }) => string
    /** After that time, request another link on the sign-in page. */
    "later": string
  }
  "endpoint": {
    /** A webhook of {organisation} was paused */
    "subject": (values: { organisation: string }) => string
    /** Lettershop no longer sends events to {url}. */
    "text": (values: { url: string }) => string
    /** {events, plural, one {# event could not be delivered.} other {# events in a row could not be delivered.}} */
    "reason": (values: { events: number }) => string
    /** Correct your server, then resume the webhook and resend the events that it missed. */
    "next": string
  }
  "connector": {
    /** An incoming webhook of {organisation} was stopped */
    "subject": (values: { organisation: string }) => string
    /** The incoming webhook “{name}” no longer creates mail, because the member who set it up no longer has permission. */
    "text": (values: { name: string }) => string
    /** It keeps messages for seven days. Take it over in the portal, under Incoming webhooks, to create that mail. */
    "next": string
  }
  "support": {
    /** {author} ({organisation}) writes: */
    "from": (values: { author: string; organisation: string }) => string
  }
  "notice": {
    /** {subject} ({organisation}) */
    "subject": (values: { subject: string; organisation: string }) => string
    /** Choose which notices you receive: {url} */
    "settings": (values: { url: string }) => string
  }
  "approval": {
    /** Mail waits for your approval */
    "subject": string
    /** {items, plural, one {# piece waits for approval.} other {# pieces wait for approval.}} */
    "items": (values: { items: number }) => string
    /** {mailings, plural, one {# mailing waits for approval.} other {# mailings wait for approval.}} */
    "mailings": (values: { mailings: number }) => string
    /** {items, plural, one {# piece} other {# pieces}} and {mailings, plural, one {# mailing} other {# mailings}} wait for approval. */
    "both": (values: { items: number; mailings: number }) => string
  }
  "rejected": {
    /** A mailing was sent back */
    "subject": string
    /** {name} sent the mailing “{mailing}” back. It is not posted until it is corrected and approved. Its page shows the reason. */
    "text": (values: { name: string; mailing: string }) => string
  }
  "handedOver": {
    /** {isOwnMail, select, true {A print run is ready to print} other {A print run went to the printer}} */
    "subject": (values: { isOwnMail: boolean }) => string
    /** {isOwnMail, select, true {{pieces, plural, one {The print run of {cutoff, date, moment} is ready to print, with # piece.} other {The print run of {cutoff, date, moment} is ready to print, with # pieces.}}} other {{pieces, plural, one {The print run of {cutoff, date, moment} was sent to the printer with # piece.} other {The print run of {cutoff, date, moment} was sent to the printer with # pieces.}}}} */
    "text": (values: { isOwnMail: boolean; pieces: number; cutoff: string }) => string
  }
  "importFailed": {
    /** An import failed */
    "subject": string
    /** A list of recipients could not be imported. */
    "list": string
    /** A list for Do not mail could not be imported. */
    "suppressions": string
    "reasons": {
      /** The file was deleted. */
      "file_gone": string
      /** The file could not be read to its end. */
      "file_unreadable": string
      /** It has too many rows. */
      "too_many_rows": string
      /** The mailing no longer accepts recipients. */
      "postbatch_closed": string
      /** The member who started it no longer has permission. */
      "permission_withdrawn": string
      /** It raises questions that an earlier version of Lettershop did not ask. */
      "questions_open": string
    }
  }
  "balanceLow": {
    /** The balance is low */
    "subject": string
    /** {available, number, money} is available, which is less than your threshold. Mail is held once the balance is used up. */
    "text": (values: { available: Money }) => string
  }
  "capReached": {
    /** A spending cap was reached */
    "subject": string
    /** The spending cap of {cap, number, money} for {month, date, month} was reached. Mail beyond it is held until the cap is raised or the next month begins. */
    "text": (values: { cap: Money; month: string }) => string
    /** The API key “{key}” reached its spending cap of {cap, number, money} for {month, date, month}. Mail beyond it is held until the cap is raised or the next month begins. */
    "ofKey": (values: { key: string; cap: Money; month: string }) => string
  }
}

export const messages = (f: Formats): Messages => ({"invitation":{"subject":(v)=>`Join ${v.organisation} on Lettershop`,"text":(v)=>`${v.inviter} invites you to ${v.organisation}.`,"colleague":(v)=>`A colleague invites you to ${v.organisation}.`,"link":(v)=>`To accept, open this link before ${f.moment(v.until)}. It works once:`,"ignore":`If you did not expect this invitation, you can ignore this email.`},"reset":{"subject":`A new password for Lettershop`,"text":`A link to set a new password was requested for your account.`,"link":(v)=>`Open it before ${f.moment(v.until)}. It works once:`,"ignore":`If you did not request it, you can ignore this email: your password stays as it is.`},"access":{"subject":`Choose a password for Lettershop`,"text":`An operator created an account for you, or gave your account more permissions. Choose a new password before you use it: an earlier password no longer works.`,"link":(v)=>`Open this link before ${f.moment(v.until)}. It works once:`,"later":`After that time, request another link on the sign-in page.`},"endpoint":{"subject":(v)=>`A webhook of ${v.organisation} was paused`,"text":(v)=>`Lettershop no longer sends events to ${v.url}.`,"reason":(v)=>`${f.plural(v.events,{"one":`${f.number(v.events)} event could not be delivered.`,"other":`${f.number(v.events)} events in a row could not be delivered.`})}`,"next":`Correct your server, then resume the webhook and resend the events that it missed.`},"connector":{"subject":(v)=>`An incoming webhook of ${v.organisation} was stopped`,"text":(v)=>`The incoming webhook “${v.name}” no longer creates mail, because the member who set it up no longer has permission.`,"next":`It keeps messages for seven days. Take it over in the portal, under Incoming webhooks, to create that mail.`},"support":{"from":(v)=>`${v.author} (${v.organisation}) writes:`},"notice":{"subject":(v)=>`${v.subject} (${v.organisation})`,"settings":(v)=>`Choose which notices you receive: ${v.url}`},"approval":{"subject":`Mail waits for your approval`,"items":(v)=>`${f.plural(v.items,{"one":`${f.number(v.items)} piece waits for approval.`,"other":`${f.number(v.items)} pieces wait for approval.`})}`,"mailings":(v)=>`${f.plural(v.mailings,{"one":`${f.number(v.mailings)} mailing waits for approval.`,"other":`${f.number(v.mailings)} mailings wait for approval.`})}`,"both":(v)=>`${f.plural(v.items,{"one":`${f.number(v.items)} piece`,"other":`${f.number(v.items)} pieces`})} and ${f.plural(v.mailings,{"one":`${f.number(v.mailings)} mailing`,"other":`${f.number(v.mailings)} mailings`})} wait for approval.`},"rejected":{"subject":`A mailing was sent back`,"text":(v)=>`${v.name} sent the mailing “${v.mailing}” back. It is not posted until it is corrected and approved. Its page shows the reason.`},"handedOver":{"subject":(v)=>`${v.isOwnMail?`A print run is ready to print`:`A print run went to the printer`}`,"text":(v)=>`${v.isOwnMail?`${f.plural(v.pieces,{"one":`The print run of ${f.moment(v.cutoff)} is ready to print, with ${f.number(v.pieces)} piece.`,"other":`The print run of ${f.moment(v.cutoff)} is ready to print, with ${f.number(v.pieces)} pieces.`})}`:`${f.plural(v.pieces,{"one":`The print run of ${f.moment(v.cutoff)} was sent to the printer with ${f.number(v.pieces)} piece.`,"other":`The print run of ${f.moment(v.cutoff)} was sent to the printer with ${f.number(v.pieces)} pieces.`})}`}`},"importFailed":{"subject":`An import failed`,"list":`A list of recipients could not be imported.`,"suppressions":`A list for Do not mail could not be imported.`,"reasons":{"file_gone":`The file was deleted.`,"file_unreadable":`The file could not be read to its end.`,"too_many_rows":`It has too many rows.`,"postbatch_closed":`The mailing no longer accepts recipients.`,"permission_withdrawn":`The member who started it no longer has permission.`,"questions_open":`It raises questions that an earlier version of Lettershop did not ask.`}},"balanceLow":{"subject":`The balance is low`,"text":(v)=>`${f.money(v.available)} is available, which is less than your threshold. Mail is held once the balance is used up.`},"capReached":{"subject":`A spending cap was reached`,"text":(v)=>`The spending cap of ${f.money(v.cap)} for ${f.month(v.month)} was reached. Mail beyond it is held until the cap is raised or the next month begins.`,"ofKey":(v)=>`The API key “${v.key}” reached its spending cap of ${f.money(v.cap)} for ${f.month(v.month)}. Mail beyond it is held until the cap is raised or the next month begins.`}})
