import type { Schemas } from '../../../api/client.ts'
import { words } from '../../../messages/index.svelte.ts'

interface Words {
  findings: Record<Schemas['SignatureFinding'], string>
  computed: Record<Schemas['SignatureComputationFinding'], string>
  check: string
  checkText: string
  headers: string
  headersHint: string
  headersWrong: (line: string) => string
  body: string
  bodyHint: string
  own: string
  ownHint: string
  verify: string
  good: string
  bad: string
  ownResult: string
  signed: string
  differs: (at: number) => string
  secrets: string
  uses: Record<Schemas['WebhookSecret']['use'], string>
  since: string
  until: string
  fingerprint: string
  fingerprintText: string
}

export const sw = words<Words>({
  en: {
    findings: {
      valid: 'It is genuine: your program should take it.',
      signature_missing: 'X-Webhook-Signature is missing. Something on the way may have removed it.',
      signature_malformed:
        'X-Webhook-Signature is "v1=" and 64 lower-case hex digits; this is something else.',
      timestamp_missing: 'X-Webhook-Timestamp is missing. Something on the way may have removed it.',
      timestamp_malformed: 'X-Webhook-Timestamp is Unix time in whole seconds; this is something else.',
      other_endpoint: 'It is a delivery to another webhook, which has another secret.',
      body_reformatted:
        'The signature is ours, but the body was parsed and written anew. Check the raw body before you parse it.',
      body_whitespace_changed: 'The signature is ours, but white space was added around the body.',
      body_changed: 'The signature is ours, but the body is not the one that was sent.',
      timestamp_changed:
        'The signature is ours, but belongs to another attempt: the timestamp is not its own.',
      secret_of_other_endpoint: 'It was signed with the secret of another webhook of yours.',
      secret_ended: 'It was signed with an old secret that has ended.',
      not_signed_by_us: 'No secret of this webhook made this signature for this timestamp and body.',
      timestamp_too_old: 'The signature fits, but it is older than five minutes: programs refuse it.',
      timestamp_in_future:
        'The signature fits, but its time is more than five minutes ahead: check the clocks.',
    },
    computed: {
      right: 'Your computation is right.',
      secret_ended: 'Your computation is right, but with a secret that has ended.',
      secret_without_prefix: 'The key is the whole secret, "whsec_" included; yours was without it.',
      secret_decoded: 'The key is the text of the secret; you took the bytes that it encodes.',
      secret_with_line_end: 'A line end stands behind the secret: trim what you read from a file.',
      timestamp_left_out: 'You signed the body alone. The timestamp and a dot belong in front of it.',
      dot_left_out: 'A dot belongs between the timestamp and the body.',
      body_left_out: 'You signed the timestamp without the body.',
      timestamp_in_ms: 'The timestamp is in seconds; you signed milliseconds.',
      body_reformatted: 'You signed the body after parsing it and writing it anew. Sign it as it arrived.',
      body_whitespace_changed: 'You signed the body with other white space around it. Sign it as it arrived.',
      standard_content:
        'You put the id in front of the timestamp, as webhook-signature does; here there is none.',
      not_recognised: 'No mistake that we know of leads to this: another secret, most likely.',
    },
    check: 'Does your program refuse our calls?',
    checkText:
      'Paste a call as your program got it. You see which part is wrong: the secret, the body or the time. Nothing is kept.',
    headers: 'Headers',
    headersHint: 'One on a line, such as X-Webhook-Timestamp: 1767603600',
    headersWrong: (line) => `This line is no header: ${line}`,
    body: 'Body',
    bodyHint: 'Exactly as it arrived.',
    own: 'What your program computed',
    ownHint: 'If you have it: then you also see which mistake leads to it.',
    verify: 'Check the signature',
    good: 'The signature is right',
    bad: 'The signature is not right',
    ownResult: 'Your own computation',
    signed: 'What is signed, to compare with yours',
    differs: (at) => `The body differs from byte ${at + 1} on.`,
    secrets: 'The secrets of this webhook',
    uses: { current: 'signs', previous: 'signs beside it', ended: 'has ended' },
    since: 'Since',
    until: 'Until',
    fingerprint: 'Fingerprint',
    fingerprintText: 'The first 12 hex digits of the SHA-256 of the secret: printf %s "$SECRET" | sha256sum',
  },
  nl: {
    findings: {
      valid: 'Het is echt: je programma hoort het aan te nemen.',
      signature_missing: 'X-Webhook-Signature ontbreekt. Misschien heeft iets onderweg hem weggehaald.',
      signature_malformed: 'X-Webhook-Signature is "v1=" en 64 kleine hexcijfers; dit is iets anders.',
      timestamp_missing: 'X-Webhook-Timestamp ontbreekt. Misschien heeft iets onderweg hem weggehaald.',
      timestamp_malformed: 'X-Webhook-Timestamp is Unix-tijd in hele seconden; dit is iets anders.',
      other_endpoint: 'Het is een bezorging aan een andere webhook, met een ander geheim.',
      body_reformatted:
        'De handtekening is van ons, maar de inhoud is ontleed en opnieuw geschreven. Controleer de ruwe inhoud vóór het ontleden.',
      body_whitespace_changed: 'De handtekening is van ons, maar er is witruimte om de inhoud gekomen.',
      body_changed: 'De handtekening is van ons, maar de inhoud is niet wat er is verstuurd.',
      timestamp_changed:
        'De handtekening is van ons, maar van een andere poging: het tijdstip is niet het hare.',
      secret_of_other_endpoint: 'Ondertekend met het geheim van een andere webhook van jullie.',
      secret_ended: 'Ondertekend met een oud geheim dat niet meer geldt.',
      not_signed_by_us:
        'Geen geheim van deze webhook maakte deze handtekening bij dit tijdstip en deze inhoud.',
      timestamp_too_old: 'De handtekening klopt, maar is ouder dan vijf minuten: programma’s weigeren haar.',
      timestamp_in_future:
        'De handtekening klopt, maar haar tijd ligt meer dan vijf minuten vooruit: controleer de klokken.',
    },
    computed: {
      right: 'Je berekening klopt.',
      secret_ended: 'Je berekening klopt, maar met een geheim dat niet meer geldt.',
      secret_without_prefix: 'De sleutel is het hele geheim, met "whsec_" ervoor; bij jou ontbrak dat.',
      secret_decoded: 'De sleutel is de tekst van het geheim; jij nam de bytes waar die voor staat.',
      secret_with_line_end:
        'Achter het geheim staat een regeleinde: haal dat weg als je uit een bestand leest.',
      timestamp_left_out: 'Je ondertekende alleen de inhoud. Het tijdstip en een punt horen ervoor.',
      dot_left_out: 'Tussen het tijdstip en de inhoud hoort een punt.',
      body_left_out: 'Je ondertekende het tijdstip zonder de inhoud.',
      timestamp_in_ms: 'Het tijdstip is in seconden; jij ondertekende milliseconden.',
      body_reformatted:
        'Je ondertekende de inhoud na ontleden en opnieuw schrijven. Onderteken haar zoals ze aankwam.',
      body_whitespace_changed:
        'Je ondertekende de inhoud met andere witruimte eromheen. Onderteken haar zoals ze aankwam.',
      standard_content: 'Je zette de id voor het tijdstip, zoals bij webhook-signature; hier hoort die niet.',
      not_recognised: 'Geen fout die we kennen leidt hiertoe: waarschijnlijk een ander geheim.',
    },
    check: 'Weigert je programma onze aanroepen?',
    checkText:
      'Plak een aanroep zoals je programma die kreeg. Je ziet welk deel niet klopt: het geheim, de inhoud of de tijd. Er wordt niets bewaard.',
    headers: 'Headers',
    headersHint: 'Eén per regel, zoals X-Webhook-Timestamp: 1767603600',
    headersWrong: (line) => `Deze regel is geen header: ${line}`,
    body: 'Inhoud',
    bodyHint: 'Precies zoals ze aankwam.',
    own: 'Wat je programma berekende',
    ownHint: 'Als je het hebt: dan zie je ook welke fout ertoe leidt.',
    verify: 'Handtekening controleren',
    good: 'De handtekening klopt',
    bad: 'De handtekening klopt niet',
    ownResult: 'Je eigen berekening',
    signed: 'Wat wordt ondertekend, om met het jouwe te vergelijken',
    differs: (at) => `De inhoud verschilt vanaf byte ${at + 1}.`,
    secrets: 'De geheimen van deze webhook',
    uses: { current: 'ondertekent', previous: 'ondertekent ernaast', ended: 'geldt niet meer' },
    since: 'Sinds',
    until: 'Tot',
    fingerprint: 'Vingerafdruk',
    fingerprintText: 'De eerste 12 hexcijfers van de SHA-256 van het geheim: printf %s "$SECRET" | sha256sum',
  },
})
