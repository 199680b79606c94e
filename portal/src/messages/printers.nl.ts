/** Findings about printers, their rules and addresses. */
export const printersNl: Readonly<Record<string, string>> = {
  printers_fine: '{printers}',
  printers_away: 'weg, en houden hun eigen drukgangen vast: {printers}',
  'unknown.piece_code': 'De code {code} is van geen stuk van deze drukgang.',
  'required.setting': 'Een drukker van de soort {kind} heeft {setting} nodig.',
  'unknown.setting': 'Een drukker van de soort {kind} heeft geen {setting}.',
  'invalid_format.host_key':
    'Geef de hostsleutel als één regel van ssh-keyscan, host ssh-ed25519 AAAA…, of als vingerafdruk: SHA256: en 43 tekens.',
  'invalid_format.certificate':
    'Geef het certificaat zelf als PEM-tekst, vanaf -----BEGIN CERTIFICATE-----; de naam van een bestand wordt niet gelezen.',
  'invalid_format.printer_url': 'Het adres van een drukker van de soort {kind} begint met {scheme}.',
  'invalid_format.user_information':
    'In het adres staat een gebruiker voor de host (https://gebruiker@host). Laat die weg en geef het wachtwoord als geheim.',
  'invalid_format.folder':
    'Een map is één naam van letters, cijfers, punten en streepjes: die van deze drukker onder de map van drukkers (--printers-folder).',
  'taken.printer_key': 'Een andere drukker heeft de sleutel {key}.',
  'fixed.default_printer':
    'Dit is de drukker van de instellingen van de server zelf: alleen zijn naam en wat hij kan drukken worden hier gewijzigd.',
  'fixed.printer_kind':
    'De drukker {printer} is voorgoed van de soort {kind}: een andere is een andere drukker.',
  'printer_secret.not_kept':
    'Deze server bewaart geen geheim voor de drukker {printer}, die weg is tot er een is ingesteld.',
  'printer_secret.moved':
    'Zijn geheim is gegeven voor {before} en gaat niet naar {now}. Geef het geheim opnieuw, of zet de instellingen terug.',
  'printer_secret.sealed_otherwise':
    'Deze instantiesleutel opent zijn geheim niet. Geef het geheim opnieuw, of start de server met de sleutel die het verzegelde.',
  'required.secret_again':
    'Het bewaarde geheim is gegeven voor {before}. Stuur ook het geheim voor {now}, of null om het weg te halen.',
  'printer_secret.unread': 'De drukker {printer} is weg tot zijn geheim te lezen is: {reason}',
  'secret_reference.closed':
    'De instellingen van deze server openen {name} niet voor deze drukker. Voeg {opening} toe aan --printer-secrets.',
  'secret_reference.own':
    'Geen drukker krijgt {name}: dat is een geheim of een instelling van de server zelf. Zet het eigen geheim van de drukker in een andere variabele of een ander bestand, zoals /etc/lettershop/printer-secrets/{printer}, noem het daar, en voeg {opening} toe aan --printer-secrets.',
  'secret_reference.env': 'De omgeving van de server heeft geen {name}.',
  'secret_reference.file': 'De server kan {name} niet lezen ({code}).',
  'secret_reference.size': '{name} is leeg of langer dan {limit} bytes.',
  'unknown.printer': 'Er is geen drukker {printer}.',
  'unknown.printer_key':
    'Drukkers worden hier met hun id genoemd: {printer} is de sleutel van de drukker {id}.',
  'archived.printer': 'De drukker {printer} is gearchiveerd.',
  'unknown.rule_specification': 'Er is geen uitvoering {specification}.',
  'unknown.rule_organisation': 'Er is geen organisatie {organisation}.',
  'unknown.rule_country': '{country} is geen land (ISO 3166-1).{meant?}',
  'unreachable.rule':
    'Deze regel telt nooit: regel {other} ervoor geldt al voor alles waarvoor deze geldt. Zet hem ervóór.',
  'repeated.printer': 'De drukker {printer} staat er twee keer in.',
  'lacks.duplex': 'De drukker {printer} drukt niet op beide zijden, wat {specification} nodig heeft.',
  'lacks.simplex': 'De drukker {printer} drukt niet op één zijde, wat {specification} nodig heeft.',
  'lacks.sheet': 'Het vel van {specification} is groter dan de drukker {printer} aankan.',
  'lacks.pages': 'De drukker {printer} neemt minder bladzijden aan dan een stuk van {specification} heeft.',
  'no_printer.any':
    'Geen drukker die in gebruik is, kan {specification} drukken: een mailing met dit ontwerp kan pas beginnen als er een is.',
  'no_printer.duplex':
    'Geen drukker die in gebruik is, drukt op beide zijden, wat {specification} nodig heeft: een mailing met dit ontwerp kan pas beginnen als er een is.',
  'no_printer.simplex':
    'Geen drukker die in gebruik is, drukt op één zijde, wat {specification} nodig heeft: een mailing met dit ontwerp kan pas beginnen als er een is.',
  'no_printer.sheet':
    'Geen drukker die in gebruik is, neemt een vel zo groot als dat van {specification}: een mailing met dit ontwerp kan pas beginnen als er een is.',
  'no_printer.pages':
    'Geen drukker die in gebruik is, neemt de {pages} bladzijden van dit ontwerp aan: een mailing ermee kan pas beginnen als er een is.',
  'still_referenced.printer': 'Een regel noemt deze drukker. Haal hem eerst uit de regels.',
  'invalid_state.default_printer':
    'De drukker van de instellingen van de server zelf kan niet worden gearchiveerd.',
  'invalid_state.printer': 'Deze drukker is {status}.',
  'invalid_state.no_printer_for': 'Geen drukker die in gebruik is, kan {specification} drukken.',
  'invalid_state.printer_lacks': 'De drukker {printer} kan de vellen van deze drukgang niet drukken.',
  'invalid_state.printer_not_chosen':
    'Deze drukgang is {status}: een drukker wordt gekozen na de sluiting en voordat de drukgang wordt overgedragen.',
  'revision_conflict.printer': 'De drukker is nu bij revisie {revision}.',
  'refused.printer_address':
    'Het adres is {addressKind}, en daar staat deze server geen drukkers toe: start hem met --printer-allow {network}.',
  'refused.printer_folder':
    'Servers die hun rijen en bestanden delen hebben geen map voor drukkers, tenzij elk van hen met --printers-folder is gestart.',
}
