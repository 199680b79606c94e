/** Dutch problem messages. */
export const problemsNl: Readonly<Record<string, string>> = {
  'not_found.thing': 'Niet gevonden: {noun}.',
  'not_found.confused': 'Niet gevonden: {noun}.{other}',
  'not_found.organisation': 'Er is geen organisatie {id}.',
  'not_found.own_organisation': 'Deze organisatie is niet van jou.',
  'not_found.key': 'Er is geen API-sleutel {id}.',
  'not_found.user': 'Er is geen gebruiker {email}.',
  'not_found.pages_gone': 'De pagina’s van dit poststuk zijn gewist of verwijderd.',
  'not_found.code': 'Er is geen poststuk met deze code.',
  'not_found.file': 'Het bestand is er niet meer.',
  'not_found.address': 'Op dit adres is niets.',
  'validation_failed.several': '{count} parameters kloppen niet: {parameters}{more?}.{rest?}',
  'validation_failed.one': '{parameter} klopt niet.',
  'revision_conflict.thing':
    'Dit is intussen gewijzigd ({noun}). Laad het opnieuw en doe de wijziging nog eens.',
  'revision_conflict.item':
    'Het poststuk is intussen gewijzigd. Laad het opnieuw en doe de wijziging nog eens.',
  'count_changed.unread':
    'De filters laten niet meer de {expected} poststukken door die werden verwacht. Om te lezen wat is gewijzigd, is items.read nodig.',
  'revision_conflict.items':
    'Sommige van deze poststukken zijn gewijzigd sinds ze zijn geteld. Lees ze opnieuw en stuur de vingerafdruk van nu.',
  'revision_conflict.asset_gone': 'Tijdens het publiceren is een bestand verwijderd. Probeer het opnieuw.',
  'revision_conflict.publishing': 'Het concept is tijdens het publiceren gewijzigd. Probeer het opnieuw.',
  'revision_conflict.draft': 'Het concept heeft nu wijziging {revision}, niet meer {given}.',
  'revision_conflict.endpoint': 'De webhook is op hetzelfde moment gewijzigd. Probeer het opnieuw.',
  'insufficient_scope.test_key': 'Dit kan alleen met een testsleutel.',
  'insufficient_scope.test_mode': 'Dit kan alleen in de testmodus.',
  'insufficient_scope.scope': 'Hiervoor is het recht {needed} nodig, dat de sleutel niet heeft.',
  'insufficient_scope.permission': 'Hiervoor is het recht {needed} nodig, dat je rollen je niet geven.',
  'insufficient_scope.also_scope': 'Hiervoor is ook het recht {needed} nodig, dat de sleutel niet heeft.',
  'insufficient_scope.also_permission':
    'Hiervoor is ook het recht {needed} nodig, dat je rollen je niet geven.',
  'insufficient_scope.no_organisation': 'Je hoort niet bij een organisatie.',
  'insufficient_scope.visitor':
    'Je leest deze organisatie als beheerder. Alleen haar leden kunnen er iets in wijzigen: vraag het een van hen, of laat je uitnodigen.',
  'insufficient_scope.foreign_organisation': 'Je hoort niet bij deze organisatie.',
  'insufficient_scope.other_mode': 'De sleutel is voor de modus {mode}; X-Mode noemt een andere.',
  'insufficient_scope.own_organisation':
    'Een sleutel werkt alleen voor zijn eigen organisatie; X-Organisation-Id noemt een andere.',
  'insufficient_scope.shared':
    'Met een testsleutel kan dit alleen worden gelezen: de livemodus en de testmodus delen het.',
  'insufficient_scope.lists_only':
    'Met een testsleutel kunnen alleen lijsten (csv, Excel) worden geüpload: waar sjablonen uit bestaan, delen de livemodus en de testmodus.',
  'insufficient_scope.not_yours':
    'Je hebt deze API-sleutel niet gemaakt. Wie hem maakte mag dit, of een lid met organisation.manage.',
  'insufficient_scope.not_your_export':
    'Iemand anders heeft om deze export gevraagd. Alleen die, of wie het recht organisation.manage heeft, kan hem verwijderen.',
  'insufficient_scope.not_your_list':
    'Iemand anders heeft {id} geüpload. Upload de lijst zelf, of laat het doen door wie het recht items.read heeft.',
  'insufficient_scope.export': 'Voor deze export is het recht {scope} nodig.',
  'insufficient_scope.action': 'Hiervoor is het recht items.write nodig.',
  'insufficient_scope.filters':
    'Voor {filters} is het recht items.read nodig, omdat het antwoord laat zien hoeveel stukken er zo zijn. Stuur ids, of filter op status, Postflow, Postbatch, run of tijd.',
  'insufficient_scope.free_reprint': 'Voor kosteloos opnieuw drukken is het recht runs.manage nodig.',
  'insufficient_scope.permissions': 'Dit gaat om rechten die je zelf niet hebt: {permissions}.',
  'insufficient_scope.metrics_token':
    'Er is geen token voor /metrics ingesteld. Stel LETTERSHOP_METRICS_TOKEN in en stuur het als Authorization: Bearer.',
  'cross_site_refused.other_site': 'Volgens de browser kwam deze aanvraag van een andere site.',
  'cross_site_refused.no_header': 'Het portaal schrijft alleen met de header X-Csrf-Protection: 1.',
  'cross_site_refused.sign_in': 'Log in vanaf een pagina van deze server.',
  'storage_unavailable.lost':
    'De database viel midden in de aanvraag weg: kijk of de wijziging is bewaard, of probeer het opnieuw.',
  'storage_unavailable.files':
    'De plek waar bestanden worden bewaard, antwoordt op dit moment niet; van deze aanvraag is niets bewaard.',
  'storage_unavailable.nothing_kept':
    'Op dit moment kan er niets worden bewaard; van deze aanvraag is niets bewaard.',
  'storage_unavailable.asset_file':
    'Het bestand {asset} ontbreekt. De beheerder van deze server kan het terugzetten uit een back-up.',
  'storage_unavailable.shutting_down': 'De server wordt afgesloten.',
  'storage_unavailable.unready': '{reason}',
  'api_key_invalid.missing': 'Stuur de API-sleutel als `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.basic':
    'Basic-authenticatie werkt hier niet. Stuur de API-sleutel als `Authorization: Bearer <API_KEY>`.',
  'api_key_invalid.unknown': 'Deze API-sleutel is niet bekend.',
  'api_key_revoked.expired': 'Deze API-sleutel is verlopen. Neem zijn opvolger, of vraag een andere.',
  'api_key_revoked.revoked': 'Deze API-sleutel is ingetrokken. Maak een andere.',
  second_factor_not_set_up:
    'Deze server vraagt van beheerders en eigenaren een tweede factor, en je hebt er nog geen. Stel hem eerst in bij je profiel.',
  'rate_limited.class':
    'Meer dan {limit} aanvragen in deze minuut (klasse {rateClass}). Probeer het over {seconds} seconden opnieuw.',
  'rate_limited.address':
    'Meer dan {limit} aanvragen zonder geldige API-sleutel in deze minuut van één adres.',
  'rate_limited.arriving_bodies':
    'Er komen al {limit} aanvragen met inhoud van deze aanroeper bij deze server binnen. Stuur de volgende als een ervan klaar is.',
  'rate_limited.arriving_bytes':
    'Wat er van deze aanroeper bij deze server binnenkomt is samen groter dan {limit} MiB. Stuur de volgende aanvraag als een ervan klaar is.',
  'rate_limited.arriving_all_bytes':
    'Wat er bij deze server binnenkomt is samen groter dan {limit} MiB. Probeer het over enkele seconden opnieuw.',
  'rate_limited.visitors': 'Te veel aanvragen.',
  'rate_limited.caller': 'Je hebt {limit} livestromen open, en meer kunnen het er niet zijn. Sluit er een.',
  'rate_limited.organisation':
    'De organisatie heeft {limit} livestromen open, en meer kunnen het er niet zijn. Sluit er een.',
  'rate_limited.process':
    'De server heeft {limit} livestromen open, en meer kunnen het er niet zijn. Sluit er een.',
  'rate_limited.password':
    'Te veel pogingen. Probeer het over {seconds} seconden opnieuw, of vraag een link om een nieuw wachtwoord te kiezen.',
  'rate_limited.code':
    'Te veel pogingen. Probeer het over {seconds} seconden opnieuw. Een herstelcode werkt nu wel, net als een browser waarin je al eens inlogde.',
  'rate_limited.signing_in': 'Er loggen op dit moment te veel mensen in. Probeer het zo opnieuw.',
  'internal_error.unexpected': 'Er ging bij ons iets mis; het nummer van de aanvraag zegt welke het was.',
  'internal_error.stored_answer': 'Het bewaarde antwoord kan niet worden gelezen.',
  'malformed_body.no_bytes': 'De aanvraag is leeg; hier hoort een bestand.',
  'malformed_body.no_file': 'De aanvraag is leeg; stuur het bestand.',
  'malformed_body.slow':
    'Het bestand deed er langer dan {hours} uur over om aan te komen. Stuur het opnieuw.',
  'malformed_body.payload': 'Het bericht is geen leesbare JSON in UTF-8.',
  'malformed_body.cut_off': 'De verbinding eindigde voor de aanvraag compleet was.',
  'malformed_body.json': 'De aanvraag is geen leesbare JSON: {reason}',
  'malformed_body.no_object': 'De aanvraag is leeg; hier hoort een JSON-object.',
  'malformed_request.unreadable': 'De aanvraag kon niet als HTTP worden gelezen.',
  'malformed_request.no_host': 'De aanvraag noemt geen host.',
  'unsupported_media_type.form': 'Stuur het bestand zelf, geen formulier: met curl `--data-binary @file`.',
  'unsupported_media_type.encoding': 'De aanvraag heeft Content-Encoding: {encoding}; stuur hem zonder.',
  'unsupported_media_type.no_type': 'Stuur de aanvraag met Content-Type: application/json.',
  'unsupported_media_type.type': 'De aanvraag is {type}; hier hoort application/json.',
  'body_too_large.file': 'Het bestand is groter dan de {limit} MiB die deze soort mag hebben.',
  'body_too_large.values': 'Een bericht heeft hoogstens {limit} namen en waarden.',
  'body_too_large.payload': 'Een bericht heeft hoogstens {limit} KiB.',
  'body_too_large.body': 'De aanvraag is groter dan hier mag: {size}.',
  'body_too_large.body_values': 'De aanvraag heeft meer dan {limit} namen en waarden.',
  head_too_large: 'Het adres en de headers van de aanvraag zijn groter dan 128 KiB.',
  'request_timeout.slow': 'De aanvraag deed er te lang over om aan te komen.',
  'request_timeout.silence': 'Er kwam {seconds} seconden lang niets.',
  host_refused: 'Deze server antwoordt voor {host}, en voor geen andere host.',
  range_not_satisfiable: 'Het bestand heeft {bytes} bytes.',
  method_not_allowed: 'Dit adres kent {allowed}.',
  idempotency_in_flight: 'De eerste aanvraag met deze Idempotency-Key loopt nog. Probeer het zo opnieuw.',
  idempotency_key_reused: 'Deze Idempotency-Key is voor een andere aanvraag gebruikt. Neem een nieuwe.',
  'session_invalid.signed_out': 'Je bent niet ingelogd, of niet meer. Log opnieuw in.',
  'session_invalid.over': 'Deze sessie is voorbij.',
  'session_invalid.account_gone': 'Dit account bestaat niet meer.',
  'sign_in_failed.password':
    'E-mailadres en wachtwoord horen niet bij elkaar. Controleer beide, of vraag een link om een nieuw wachtwoord te kiezen.',
  'sign_in_failed.as': 'Log eerst in als {email}, of vul bij de link het wachtwoord in.',
  'signature_invalid.payload': 'De header {header} bevat geen handtekening van dit bericht.',
  'organisation_suspended.reads_only':
    'De organisatie is stilgelegd. Lezen kan nog; vraag het de beheerder van deze server.',
  'organisation_suspended.no_items': 'De organisatie is stilgelegd en neemt geen poststukken aan.',
  'count_changed.counted':
    'De filters laten nu {now} poststukken door; verwacht waren {expected}. Kijk nog eens.',
  not_ready_for_live: 'Dit is nog niet klaar om echt te versturen.',
  'insufficient_funds.amounts':
    'Deze mailing goedkeuren kost {amount} en er is {available} beschikbaar: {missing} ontbreekt. Er is niets gereserveerd.',
  'insufficient_funds.untold':
    'Er is te weinig saldo voor deze mailing: wie over het geld gaat, moet het opwaarderen. Er is niets gereserveerd.',
  'spending_cap_reached.untold':
    'De bestedingslimiet van de organisatie laat deze mailing niet toe: wie over het geld gaat, moet die verhogen. Er is niets gereserveerd.',
  'spending_cap_reached.organisation':
    'Deze mailing goedkeuren kost {amount}, en van de bestedingslimiet van de organisatie voor {month}, {cap}, is nog {left} over. Er is niets gereserveerd.',
  'spending_cap_reached.key':
    'Deze mailing goedkeuren kost {amount}, en van de bestedingslimiet van deze API-sleutel voor {month}, {cap}, is nog {left} over. Er is niets gereserveerd.',
  webhook_limit_reached: 'De organisatie heeft al {limit} webhooks.',
  'still_referenced.preset': 'De koppeling {connector} leest met deze indeling: wijzig die eerst.',
  'still_referenced.profile': 'Papier of producten worden of werden hiermee gedrukt: {names}{more?}.',
  'still_referenced.return_address': 'Een Postflow gebruikt het retouradres {name} nog.',
  'still_referenced.return_address_of_postbatch':
    'Een Postbatch die nog niet klaar is, gebruikt het retouradres {name} nog.',
  'still_referenced.return_address_of_items':
    'Een gearchiveerde Postflow met poststukken die nog niet gedrukt zijn, gebruikt het retouradres {name} nog.',
  'still_referenced.role': 'De rol {name} is nog van een lid of een uitnodiging.',
  'still_referenced.folder_of_one': 'De map is niet leeg: verplaats eerst het ene sjabloon dat erin staat.',
  'still_referenced.folder': 'De map is niet leeg: verplaats eerst de {count} sjablonen die erin staan.',
  'still_referenced.term': '{key} is nog in gebruik ({noun}). Archiveer het in plaats daarvan.',
}
