package api

import (
	"cmp"
	"strings"
)

// Sentences that the edge says by itself.
const (
	somethingWrong = "Something went wrong. Please try again or contact technical support"
	outOfOrder     = "Apologies! Our service is currently experiencing technical difficulties."
)

// english holds the sentences that depend on what the channel calls things (see
// package word); all others are said as the code does.
var english = map[string]string{
	"Sorry! - Game Not Found":                                             "Sorry! - {event, select, match {Match} fight {Fight} race {Race} meet {Meet} show {Show} event {Event} other {Game}} Not Found",
	"This game was cancelled. It is not on sale.":                         "This {event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}} was cancelled. It is not on sale.",
	"This game is postponed. It is on sale again once it has a new time.": "This {event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}} is postponed. It is on sale again once it has a new time.",
	"Only a game between two has a score.":                                "Only a {event, select, match {match} fight {fight} race {race} meet {meet} show {show} event {event} other {game}} between two has a score.",
}

// french holds every sentence that an answer may carry, from English, which is how
// the code says it. "{number}" and "{list}" stand for any text.
var french = map[string]string{ //nolint:gosec // sentences about passwords hold none
	"You are watching on as many screens as you can at once.": "Vous regardez déjà sur autant d’écrans que possible à la fois.",

	"This address is used in too many networks at once. Open the video again.": "Cette adresse sert sur trop de réseaux à la fois. Ouvrez de nouveau la vidéo.",

	// The schedule of an event.
	"Only the tickets of a cancelled event are refunded together.":                 "Seuls les billets d’un événement annulé sont remboursés ensemble.",
	"This event was sold and cannot be removed. Cancel it instead.":                "Cet événement a été vendu et ne peut pas être retiré. Annulez-le plutôt.",
	"This event is live or was streamed. Its status stays as it is.":               "Cet événement est en direct ou a été diffusé. Son statut reste le même.",
	"This event is live. End its stream first.":                                    "Cet événement est en direct. Mettez d’abord fin à sa diffusion.",
	"This event was streamed and has a recording. Its schedule cannot be changed.": "Cet événement a été diffusé et enregistré. Son horaire ne peut plus être changé.",
	"This event was streamed and cannot be removed. Its recording would be lost.":  "Cet événement a été diffusé et ne peut pas être retiré : son enregistrement serait perdu.",
	"A schedule status is on, postponed, cancelled or tba.":                        "Un statut est on, postponed, cancelled ou tba.",
	"This event has no time yet. Give one.":                                        "Cet événement n’a pas encore d’heure. Indiquez-en une.",
	"The new start is in the past or too far ahead.":                               "Le nouveau début est passé ou trop éloigné.",
	"This game was cancelled. It is not on sale.":                                  "{event, select, fight {Ce combat a été annulé. Il n’est pas} race {Cette course a été annulée. Elle n’est pas} meet {Cette compétition a été annulée. Elle n’est pas} show {Ce spectacle a été annulé. Il n’est pas} event {Cet événement a été annulé. Il n’est pas} other {Ce match a été annulé. Il n’est pas}} en vente.",
	"This game is postponed. It is on sale again once it has a new time.":          "{event, select, fight {Ce combat est reporté. Il} race {Cette course est reportée. Elle} meet {Cette compétition est reportée. Elle} show {Ce spectacle est reporté. Il} event {Cet événement est reporté. Il} other {Ce match est reporté. Il}} sera de nouveau en vente dès que sa nouvelle heure sera connue.",

	// The specification's catalogue.
	"The email address you have entered is already registered.": "L’adresse courriel saisie est déjà inscrite.",
	"The email address you have entered is already registered":  "L’adresse courriel saisie est déjà inscrite",
	"Wrong auth data":             "Identifiants incorrects",
	"Incorrect password":          "Mot de passe incorrect",
	"You are already logged in":   "Vous êtes déjà connecté",
	"Verification failed.":        "La vérification a échoué.",
	"Email already verified.":     "L’adresse courriel est déjà vérifiée.",
	"User not found.":             "Utilisateur introuvable.",
	"Reset password key expired.": "Le lien de réinitialisation du mot de passe a expiré.",
	"Reset password failed.":      "La réinitialisation du mot de passe a échoué.",
	"No chanel or api key found":  "Aucune chaîne ni clé d’API trouvée",
	"You kept your account, and the renewal of this subscription is being turned on again. Please try again in a minute.": "Vous avez gardé votre compte, et le renouvellement de cet abonnement est en cours de réactivation. Veuillez réessayer dans une minute.",
	"NO_API_KEY":                   "NO_API_KEY",
	"user must be logged in":       "vous devez être connecté",
	"Sorry! - Game Not Found":      "Désolé! - {event, select, fight {Combat} race {Course} meet {Compétition} show {Spectacle} event {Événement} other {Match}} introuvable",
	"Pass not found":               "Forfait introuvable",
	somethingWrong:                 "Une erreur s’est produite. Veuillez réessayer ou communiquer avec le soutien technique",
	outOfOrder:                     "Toutes nos excuses! Notre service connaît actuellement des difficultés techniques.",
	"Looks like we lose this page": "On dirait que nous avons perdu cette page",

	// Its validation texts.
	"Many people are logging in. Please try again in a few seconds.": "Beaucoup de personnes se connectent. Veuillez réessayer dans quelques secondes.",
	"Field is required":                                   "Ce champ est obligatoire",
	"A valid email address is required":                   "Une adresse courriel valide est requise",
	"The password is too short":                           "Le mot de passe est trop court",
	"The password and password confirmation do not match": "Le mot de passe et sa confirmation ne correspondent pas",
	"Enter your first name":                               "Saisissez votre prénom",
	"Enter your last name":                                "Saisissez votre nom",
	"Enter your Email":                                    "Saisissez votre courriel",
	"Please accept terms & conditions":                    "Veuillez accepter les conditions d’utilisation",
	"Field length must be greater than {number}":          "La longueur du champ doit être supérieure à {number}",
	"Field length must be less than {number}":             "La longueur du champ doit être inférieure à {number}",
	"Please fill in the input field.":                     "Veuillez remplir le champ.",

	// Analytics.
	"The hash of the session is not valid any more.":            "L’empreinte de la session n’est plus valide.",
	"This is not the channel's key of analytics.":               "Ce n’est pas la clé d’analyse de la chaîne.",
	"What an event carries must be at most 4096 bytes of JSON.": "Ce qu’un événement transporte doit faire au plus 4096 octets de JSON.",
	"What an event carries is nested too deeply.":               "Ce qu’un événement transporte est imbriqué trop profondément.",

	// Uploads.
	"There is no such upload.":                                                            "Ce téléversement n’existe pas.",
	"The file needs a name of at most 200 characters":                                     "Le fichier doit avoir un nom d’au plus 200 caractères",
	"The file is empty or larger than 64 GiB.":                                            "Le fichier est vide ou dépasse 64 Gio.",
	"Another file is being uploaded for this video.":                                      "Un autre fichier est en cours de téléversement pour cette vidéo.",
	"Too many uploads are not finished yet.":                                              "Trop de téléversements ne sont pas encore terminés.",
	"The upload goes on somewhere else.":                                                  "Le téléversement se poursuit ailleurs.",
	"The upload is not waited for any more.":                                              "Ce téléversement n’est plus attendu.",
	"What arrived is not the file that was sent. Upload it again.":                        "Ce qui est arrivé n’est pas le fichier envoyé. Téléversez-le de nouveau.",
	"The video could not be made. Upload it again.":                                       "La vidéo n’a pas pu être créée. Téléversez-la de nouveau.",
	"The file cannot be read. Send a video, such as MP4, MOV, MKV, WebM, AVI or MPEG-TS.": "Le fichier est illisible. Envoyez une vidéo, par exemple MP4, MOV, MKV, WebM, AVI ou MPEG-TS.",
	"The file has no pictures.":                                                           "Le fichier ne contient pas d’images.",
	"The video is longer than 8 hours, or says that it is.":                               "La vidéo dure plus de 8 heures, ou l’affirme.",
	"The video’s pictures are larger than 8192 by 4352 pixels.":                           "Les images de la vidéo dépassent 8192 sur 4352 pixels.",
	"The video’s pictures are too small, or too narrow.":                                  "Les images de la vidéo sont trop petites ou trop étroites.",
	"The file ends before the video does. It may not have been copied to its end.":        "Le fichier se termine avant la vidéo. Il n’a peut-être pas été copié jusqu’au bout.",
	"Making the video took more time or memory than a video may take.":                    "La création de la vidéo a demandé plus de temps ou de mémoire qu’il n’est permis.",
	"There are no captions in this language.":                                             "Il n’y a pas de sous-titres dans cette langue.",
	"The captions are too many: 2 MiB and 20000 lines are the most.":                      "Il y a trop de sous-titres : 2 Mio et 20000 lignes au plus.",
	"The captions cannot be read. Send WebVTT or SRT, in UTF-8.":                          "Les sous-titres sont illisibles. Envoyez du WebVTT ou du SRT, en UTF-8.",
	"There are no chapters in this language.":                                             "Il n’y a pas de chapitres dans cette langue.",
	"The chapters are too many: 500 are the most.":                                        "Il y a trop de chapitres : 500 au plus.",
	"The chapters cannot be read. Send WebVTT or SRT, in UTF-8.":                          "Les chapitres sont illisibles. Envoyez du WebVTT ou du SRT, en UTF-8.",
	"A chapter begins after the end of the video.":                                        "Un chapitre commence après la fin de la vidéo.",
	"This video has no uploaded film.":                                                    "Cette vidéo n’a pas de film téléversé.",
	"This video has several parts. Upload the file as another video.":                     "Cette vidéo comporte plusieurs parties. Téléversez le fichier comme une autre vidéo.",

	// Clips and downloads.
	"The recording is not complete yet.":                            "L’enregistrement n’est pas encore complet.",
	"Please select tag":                                             "Veuillez choisir une étiquette",
	"Your clip duration is longer than the end time":                "La durée de votre extrait dépasse la fin de l’enregistrement",
	"There is no such clip.":                                        "Cet extrait n’existe pas.",
	"There is no such pre-roll.":                                    "Cette publicité n’existe pas.",
	"The clip is still being made. Please try again in a moment.":   "L’extrait est encore en préparation. Veuillez réessayer dans un instant.",
	"The clip could not be made.":                                   "L’extrait n’a pas pu être fait.",
	"You have as many clips as there can be. Delete one first.":     "Vous avez autant d’extraits qu’il peut y en avoir. Supprimez-en un d’abord.",
	"You have no access to this video.":                             "Vous n’avez pas accès à cette vidéo.",
	"What you bought does not include clips.":                       "Ce que vous avez acheté ne comprend pas d’extraits.",
	"What you bought does not include downloads.":                   "Ce que vous avez acheté ne comprend pas de téléchargements.",
	"You have made the one clip that your pass includes.":           "Vous avez fait le seul extrait que comprend votre forfait.",
	"You have made all {number} clips that your pass includes.":     "Vous avez fait les {number} extraits que comprend votre forfait.",
	"You have used the one download that your pass includes.":       "Vous avez utilisé le seul téléchargement que comprend votre forfait.",
	"You have used all {number} downloads that your pass includes.": "Vous avez utilisé les {number} téléchargements que comprend votre forfait.",

	// Passwords and accounts.
	"This password is too common.":                            "Ce mot de passe est trop courant.",
	"The password must not be your email address.":            "Le mot de passe ne doit pas être votre adresse courriel.",
	"A valid phone number is required":                        "Un numéro de téléphone valide est requis",
	"Please change your temporary password first.":            "Veuillez d’abord changer votre mot de passe temporaire.",
	"Too many attempts. Please try again later.":              "Trop de tentatives. Veuillez réessayer plus tard.",
	"The service is busy. Please try again in a few seconds.": "Le service est occupé. Veuillez réessayer dans quelques secondes.",

	// Notes on devices.
	"This browser is not told anything.":            "Ce navigateur ne reçoit rien.",
	"This is how you will hear from us here.":       "Voici comment vous aurez de nos nouvelles ici.",
	"Choose a password other than the current one.": "Choisissez un mot de passe différent de l’actuel.",
	"This link has expired.":                        "Ce lien a expiré.",
	"This link was used already.":                   "Ce lien a déjà été utilisé.",
	"Unknown device":                                "Appareil inconnu",
	"There is no such session.":                     "Cette session n’existe pas.",
	// Devices and the second factor.
	"No device shows this code. Check it and try again.":                         "Aucun appareil n’affiche ce code. Vérifiez-le et réessayez.",
	"This code is too old. The device shows a new one.":                          "Ce code est trop vieux. L’appareil en affiche un nouveau.",
	"This code was used already.":                                                "Ce code a déjà été utilisé.",
	"A code has 8 letters and digits, such as BCDF-3467.":                        "Un code compte 8 lettres et chiffres, comme BCDF-3467.",
	"Enter the password of your account.":                                        "Saisissez le mot de passe de votre compte.",
	"Log in to your account first, then follow the link again.":                  "Connectez-vous d’abord à votre compte, puis suivez le lien de nouveau.",
	"This cannot be done on this device. Use your phone or computer.":            "Impossible de faire cela sur cet appareil. Utilisez votre téléphone ou votre ordinateur.",
	"Enter a code of your authenticator app to go on.":                           "Saisissez un code de votre application d’authentification pour continuer.",
	"We wrote to this address. Follow the link in the email to go on.":           "Nous avons écrit à cette adresse. Suivez le lien du courriel pour continuer.",
	"Enter the code of your authenticator app.":                                  "Saisissez le code de votre application d’authentification.",
	"This took too long or was tried too often. Please log in again.":            "Cela a pris trop de temps ou a été essayé trop souvent. Veuillez vous connecter de nouveau.",
	"This code is not right. Codes change every 30 seconds and each works once.": "Ce code n’est pas le bon. Les codes changent toutes les 30 secondes et ne servent qu’une fois.",
	"Two-step login is on already.":                                              "La connexion en deux étapes est déjà activée.",
	"Two-step login is off.":                                                     "La connexion en deux étapes est désactivée.",
	// Logging in by others.
	"You are not registered yet. Please accept terms and conditions and click Register to continue.": "Vous n’êtes pas encore inscrit. Veuillez accepter les conditions d’utilisation et cliquer sur S’inscrire pour continuer.",
	"There is already an account with this email address. Log in to it first to connect the two.":    "Un compte utilise déjà cette adresse courriel. Connectez-vous d’abord à ce compte pour associer les deux.",
	"Your account is not connected with this login.":                                                 "Votre compte n’est pas associé à cette connexion.",
	"This is the only way into your account. Choose a password first.":                               "C’est la seule façon d’accéder à votre compte. Choisissez d’abord un mot de passe.",
	"Your account is already connected with this login.":                                             "Votre compte est déjà associé à cette connexion.",
	"Please log out and log in again first. That shows that it is you.":                              "Veuillez d’abord vous déconnecter, puis vous reconnecter. Cela montre que c’est bien vous.",
	"This login is already connected to an account.":                                                 "Cette connexion est déjà associée à un compte.",
	"This login has expired. Please start again.":                                                    "Cette connexion a expiré. Veuillez recommencer.",
	"You cannot log in that way here.":                                                               "Vous ne pouvez pas vous connecter de cette façon ici.",
	"This login does not answer. Please try again in a few minutes, or log in another way.":          "Cette connexion ne répond pas. Veuillez réessayer dans quelques minutes ou vous connecter autrement.",
	"Your membership could not be confirmed. Please try again from its site.":                        "Votre adhésion n’a pas pu être confirmée. Veuillez réessayer à partir de son site.",

	// Custom forms.
	"There is no such form.":                                     "Ce formulaire n’existe pas.",
	"Google recaptcha token required":                            "Le jeton Google reCAPTCHA est requis",
	"Google recaptcha token is invalid or you look like a robot": "Le jeton Google reCAPTCHA est invalide ou vous ressemblez à un robot",
	"We could not make sure that you are not a robot, so nothing was sent. Please try again in a few minutes.": "Nous n’avons pas pu vérifier que vous n’êtes pas un robot; rien n’a donc été envoyé. Veuillez réessayer dans quelques minutes.",
	"This form has been open for too long. Please reload the page and send it again.":                          "Ce formulaire est ouvert depuis trop longtemps. Veuillez recharger la page et l’envoyer de nouveau.",
	"That was very quick. Please wait a moment and send it again.":                                             "C’était très rapide. Veuillez patienter un instant et envoyer de nouveau.",

	// What operators may and may not do.
	"You are not allowed to do this.":                         "Vous n’êtes pas autorisé à faire ceci.",
	"Only the channel's operators may do this.":               "Seuls les opérateurs de la chaîne peuvent faire ceci.",
	"Only the owner of the installation may do this.":         "Seul le propriétaire de l’installation peut faire ceci.",
	"This name is already taken.":                             "Ce nom est déjà pris.",
	"A color is written #rrggbb":                              "Une couleur s’écrit #rrggbb",
	"There is no such location":                               "Ce lieu n’existe pas",
	"This event has a stream and cannot be removed.":          "Cet événement a une diffusion et ne peut pas être supprimé.",
	"The package covers something the channel does not have.": "Le forfait couvre quelque chose que la chaîne n’a pas.",

	// Pictures that operators bring.
	"Too many pictures at once. Please slow down.":                                                  "Trop d’images à la fois. Veuillez ralentir.",
	"The picture has too many bytes: 10 MiB are the most.":                                          "L’image a trop d’octets : 10 Mio au plus.",
	"This is not a JPEG, PNG, WebP, GIF or SVG picture.":                                            "Ceci n’est pas une image JPEG, PNG, WebP, GIF ou SVG.",
	"The channel has no such picture.":                                                              "La chaîne n’a pas cette image.",
	"The picture has too many pixels: 8192 on each side and 40 million in all are the most.":        "L’image a trop de pixels : 8192 par côté et 40 millions en tout au plus.",
	"The drawing has scripts, styles, links or something else that is not taken.":                   "Le dessin contient des scripts, des styles, des liens ou autre chose qui n’est pas accepté.",
	"The channel has no room for more pictures. Those that nothing shows are removed after a week.": "La chaîne n’a plus de place pour des images. Celles que rien n’affiche sont supprimées après une semaine.",
	"This picture is being removed. Please try again in a minute.":                                  "Cette image est en cours de suppression. Veuillez réessayer dans une minute.",

	// Streams and recordings.
	"The event has a recording already.":      "L’événement a déjà un enregistrement.",
	"An encoder is publishing to this event.": "Un encodeur diffuse déjà pour cet événement.",
	"The file has no video that can be used.": "Le fichier ne contient aucune vidéo utilisable.",
	"Files of this kind are not published.":   "Les fichiers de ce type ne sont pas publiés.",
	"There is no such event.":                 "Cet événement n’existe pas.",
	"There is no such video.":                 "Cette vidéo n’existe pas.",
	"There is no such stream.":                "Cette diffusion n’existe pas.",
	"The stream key was encrypted with another secret of the installation. Rotate it.": "La clé de diffusion a été chiffrée avec un autre secret de l’installation. Générez-en une nouvelle.",

	// The VOD library.
	"There is no such film.":                                               "Ce film n’existe pas.",
	"The film's file changed while it was read.":                           "Le fichier du film a changé pendant la lecture.",
	"The film's file was not kept.":                                        "Le fichier du film n’a pas été conservé.",
	"There is no recording yet.":                                           "Il n’y a pas encore d’enregistrement.",
	"There is no such category.":                                           "Cette catégorie n’existe pas.",
	"An alias is lower-case letters, digits, - and _, and not only digits": "Un alias se compose de minuscules, de chiffres, de - et de _, et pas seulement de chiffres",
	"A picture is a key of public media":                                   "Une image est la clé d’un média public",
	"A medium plays an event or a film":                                    "Un média lit un événement ou un film",
	"A medium plays something the channel does not have.":                  "Un média lit quelque chose que la chaîne n’a pas.",
	// Scores.
	"Only a game between two has a score.":  "{event, select, fight {Seul un combat} race {Seule une course} meet {Seule une compétition} show {Seul un spectacle} event {Seul un événement} other {Seul un match}} entre deux participants a un pointage.",
	"There is no score of that moment.":     "Il n’y a pas de pointage à ce moment.",
	"This event has no score to take back.": "Cet événement n’a aucun pointage à retirer.",
	"The moment is yet to come.":            "Ce moment est à venir.",

	// Key moments.
	"This event has no key moment to take back.":             "Cet événement n’a aucun moment clé à retirer.",
	"The key moments of this event are: {list}":              "Les moments clés de cet événement sont : {list}",
	"Only an event between two has an away and a home side.": "Seul un événement entre deux participants a un côté visiteur et un côté local.",
	"There is no such key moment.":                           "Ce moment clé n’existe pas.",
	"There is no such kind of key moment":                    "Ce genre de moment clé n’existe pas",
	"There are at most {number} key moments.":                "Il y a au plus {number} moments clés.",

	// What is not there.
	"The channel has no such key.":                 "La chaîne n’a pas cette clé.",
	"An event is listed twice":                     "Un événement figure deux fois",
	"An alias is listed twice":                     "Un alias figure deux fois",
	"Something that was bought cannot be removed.": "Ce qui a été acheté ne peut pas être retiré.",
	"There is no such page.":                       "Cette page n’existe pas.",
	"Page not found":                               "Page introuvable",

	// Lists.
	"This is not the cursor of a list in this order": "Ceci n’est pas le curseur d’une liste dans cet ordre",
	"Sort by date, name or price":                    "Triez par date, nom ou prix",
	"A limit is 1 to {number}":                       "La limite va de 1 à {number}",
	"An offset is 0 to {number}":                     "Le décalage va de 0 à {number}",

	// Keys and channels.
	"The api key is not valid.":                   "La clé d’API n’est pas valide.",
	"The channel key is not valid.":               "La clé de chaîne n’est pas valide.",
	"The request carries two different api keys.": "La requête contient deux clés d’API différentes.",

	// The form of requests.
	"The request is not valid.":       "La requête n’est pas valide.",
	"There is no such call.":          "Cet appel n’existe pas.",
	"This call takes another method.": "Cet appel exige une autre méthode.",
	"This is available only in certain places, and we cannot tell where you are.":                                                             "Ce contenu n’est offert qu’à certains endroits, et nous ne pouvons pas déterminer où vous êtes.",
	"Your clips may show {length} of this event together. Make this one shorter or delete another.":                                           "Vos extraits peuvent montrer {length} de cet événement en tout. Raccourcissez celui-ci ou supprimez-en un autre.",
	"The purchase that this clip was made with was paid back or is disputed. The clip is not shown.":                                          "L’achat qui a permis de faire cet extrait a été remboursé ou est contesté. L’extrait n’est pas montré.",
	"Many different clips of this event were played on your network today. Come back tomorrow, or get access to the event to see more of it.": "Beaucoup d’extraits différents de cet événement ont été lus aujourd’hui sur votre réseau. Revenez demain, ou obtenez l’accès à l’événement pour en voir davantage.",
	"The body must be JSON.":                           "Le corps doit être en JSON.",
	"A request may name at most four byte ranges.":     "Une requête peut demander au plus quatre plages d’octets.",
	"The body took too long to arrive.":                "Le corps a mis trop de temps à arriver.",
	"The body could not be read.":                      "Le corps n’a pas pu être lu.",
	"The body is not valid JSON.":                      "Le corps n’est pas du JSON valide.",
	"The body is not valid UTF-8.":                     "Le corps n’est pas de l’UTF-8 valide.",
	"The body is nested too deeply.":                   "Le corps est imbriqué trop profondément.",
	"The body has too many fields.":                    "Le corps contient trop de champs.",
	"The request is too large.":                        "La requête est trop volumineuse.",
	"Too many requests. Please slow down.":             "Trop de requêtes. Veuillez ralentir.",
	"A text contains a character that is not allowed.": "Un texte contient un caractère interdit.",
	"A number is out of range.":                        "Un nombre est hors limites.",
	"There is no such parameter.":                      "Ce paramètre n’existe pas.",
	"There is no such field.":                          "Ce champ n’existe pas.",
	"The parameter is given more than once.":           "Le paramètre est donné plus d’une fois.",
	"A value is given more than once.":                 "Une valeur est donnée plus d’une fois.",
	"The value is not valid.":                          "La valeur n’est pas valide.",
	"The value is out of range.":                       "La valeur est hors limites.",
	"The value must be a text.":                        "La valeur doit être un texte.",
	"The value must be true or false.":                 "La valeur doit être vraie ou fausse.",
	"The value must be a number.":                      "La valeur doit être un nombre.",
	"The value must be a whole number.":                "La valeur doit être un nombre entier.",
	"The value must be a list.":                        "La valeur doit être une liste.",
	"The value must be an object.":                     "La valeur doit être un objet.",
	"The value must be at least {number}.":             "La valeur doit être d’au moins {number}.",
	"The value must be at most {number}.":              "La valeur doit être d’au plus {number}.",
	"At least {number} values are needed.":             "Il faut au moins {number} valeurs.",
	"At most {number} values are allowed.":             "Au plus {number} valeurs sont permises.",
	"The value must be one of: {list}.":                "La valeur doit être l’une des suivantes : {list}.",

	// What depends on where somebody is.
	"This content is not available in your region.": "Ce contenu n’est pas offert dans votre région.",

	// Favourites.
	"There is nothing like this on the channel.":                     "La chaîne n’a rien de tel.",
	"There is no such favourite.":                                    "Ce favori n’existe pas.",
	"You have as many favourites as there can be. Remove one first.": "Vous avez autant de favoris qu’il peut y en avoir. Retirez-en un d’abord.",

	// Reminders.
	"This has begun already.": "C’est déjà commencé.",
	"You have as many reminders as there can be. Remove one first.": "Vous avez autant de rappels qu’il peut y en avoir. Retirez-en un d’abord.",
	"This address does not end any reminders.":                      "Cette adresse n’arrête aucun rappel.",

	// Payments.
	"Please select one of your saved cards or enter new one":                                          "Veuillez choisir l’une de vos cartes enregistrées ou en saisir une nouvelle",
	"A payment for this is under way. Please wait a moment.":                                          "Un paiement est en cours. Veuillez patienter un instant.",
	"You already bought this pass.":                                                                   "Vous avez déjà acheté ce forfait.",
	"You already bought this event.":                                                                  "Vous avez déjà acheté cet événement.",
	"You already bought this subscription.":                                                           "Vous avez déjà acheté cet abonnement.",
	"You have no such subscription.":                                                                  "Vous n’avez pas cet abonnement.",
	"This subscription has ended. You can subscribe again.":                                           "Cet abonnement est terminé. Vous pouvez vous abonner de nouveau.",
	"You have already used your free trial.":                                                          "Vous avez déjà utilisé votre essai gratuit.",
	"A free trial was started with this card before. Use another card, or subscribe without a trial.": "Un essai gratuit a déjà été commencé avec cette carte. Utilisez une autre carte ou abonnez-vous sans essai.",
	"Please confirm your e-mail address first: follow the link in the letter that we sent you. Then start your free trial.":   "Confirmez d’abord votre adresse courriel : suivez le lien de la lettre que nous vous avons envoyée. Commencez ensuite votre essai gratuit.",
	"The buyer's bank disputes this payment and has taken it back for now. Answer the dispute at the payment provider first.": "La banque du client conteste ce paiement et l’a repris pour le moment. Répondez d’abord à la contestation chez le fournisseur de paiement.",
	"Less than $0.50 cannot be paid by card.": "On ne peut pas payer moins de 0,50 $ par carte.",
	"We cannot take this payment just now, and nothing was charged. Please try again later or write to us.":                      "Nous ne pouvons pas prendre ce paiement pour le moment, et rien n’a été débité. Réessayez plus tard ou écrivez-nous.",
	"This card is no longer saved with us. Please enter it again.":                                                               "Cette carte n’est plus enregistrée chez nous. Veuillez la saisir de nouveau.",
	"This subscription has no free trial.":                                                                                       "Cet abonnement n’offre pas d’essai gratuit.",
	"A subscription is bought alone.":                                                                                            "Un abonnement s’achète seul.",
	"There is no such card.":                                                                                                     "Cette carte n’existe pas.",
	"A subscription is paid by this card. Please choose another one for it first.":                                               "Un abonnement est payé par cette carte. Veuillez d’abord en choisir une autre pour lui.",
	"You already bought this add-on.":                                                                                            "Vous avez déjà acheté cette option.",
	"Your bank is disputing your payment. Your order becomes active again if the bank drops the dispute.":                        "Votre banque conteste votre paiement. Votre commande redeviendra active si elle retire la contestation.",
	"The signature is not valid.":                                                                                                "La signature n’est pas valide.",
	"No refund is owed for this order outside the payment provider.":                                                             "Aucun remboursement n’est dû pour cette commande hors du fournisseur de paiement.",
	"Only a paid order can be refunded.":                                                                                         "Seule une commande payée peut être remboursée.",
	"There is no such order.":                                                                                                    "Cette commande n’existe pas.",
	"Payments are not available just now. Please try again in a few minutes.":                                                    "Les paiements ne sont pas offerts pour l’instant. Veuillez réessayer dans quelques minutes.",
	"This payment was cancelled, and nothing was charged. You can buy again at any time.":                                        "Ce paiement a été annulé, et rien n’a été débité. Vous pouvez acheter de nouveau à tout moment.",
	"We could not reach our payment provider in time, so nothing was charged. You can buy again at any time.":                    "Nous n’avons pas pu joindre notre fournisseur de paiement à temps; rien n’a donc été débité. Vous pouvez acheter de nouveau à tout moment.",
	"Your bank authorized this payment, but we did not collect it. The bank will release the hold, and you will not be charged.": "Votre banque a autorisé ce paiement, mais nous ne l’avons pas encaissé. Elle annulera l’autorisation, et rien ne sera débité.",
	"You started this purchase again, so we cancelled this payment. Nothing was charged.":                                        "Vous avez recommencé cet achat : nous avons donc annulé ce paiement. Rien n’a été débité.",
	"Your card has reached its limit. Please use another one.":                                                                   "Votre carte a atteint sa limite. Veuillez en utiliser une autre.",
	"Your card cannot be used for this purchase. Please use another one.":                                                        "Votre carte ne peut pas servir à cet achat. Veuillez en utiliser une autre.",
	"The expiry date of your card is incorrect. Please check it and try again.":                                                  "La date d’expiration de votre carte est incorrecte. Veuillez la vérifier et réessayer.",
	"The postal code of your card is incorrect. Please check it and try again.":                                                  "Le code postal de votre carte est incorrect. Veuillez le vérifier et réessayer.",
	"The payment was not confirmed in time, so nothing was charged.":                                                             "Le paiement n’a pas été confirmé à temps; rien n’a donc été débité.",
	"We are looking into this payment. Please write to us before you try again.":                                                 "Nous vérifions ce paiement. Veuillez nous écrire avant de réessayer.",
	"There is not enough money for this on your card. Please use another one.":                                                   "Les fonds de votre carte sont insuffisants. Veuillez en utiliser une autre.",
	"Your card has expired. Please use another one.":                                                                             "Votre carte est expirée. Veuillez en utiliser une autre.",
	"The security code of your card is not right. Please check it and try again.":                                                "Le code de sécurité de votre carte n’est pas le bon. Veuillez le vérifier et réessayer.",
	"The number of your card is not right. Please check it and try again.":                                                       "Le numéro de votre carte n’est pas le bon. Veuillez le vérifier et réessayer.",
	"Your card could not be charged just now. Please try again in a few minutes.":                                                "Votre carte n’a pas pu être débitée pour l’instant. Veuillez réessayer dans quelques minutes.",
	"Your bank did not confirm the payment, so nothing was charged.":                                                             "Votre banque n’a pas confirmé le paiement; rien n’a donc été débité.",
	"Your card was declined. Please use another one.":                                                                            "Votre carte a été refusée. Veuillez en utiliser une autre.",

	// What is bought, and with which promo code.
	"id not selected": "Aucun identifiant sélectionné",
	"A paid event needs a single-event package id":            "Un événement payant demande l’identifiant de son forfait à l’unité",
	"This is not for sale.":                                   "Ceci n’est pas en vente.",
	"Please choose what your pass is for.":                    "Veuillez choisir à quoi sert votre forfait.",
	"This pass does not offer that choice.":                   "Ce forfait n’offre pas ce choix.",
	"An add-on needs a pass or an event that it is added to.": "Une option s’ajoute à un forfait ou à un événement.",
	"What is bought together must have one currency.":         "Ce qui est acheté ensemble doit être dans une seule devise.",
	"The same thing is named twice.":                          "La même chose est nommée deux fois.",
	"Promo code is invalid":                                   "Le code promo n’est pas valide",
	"There is no such coupon.":                                "Ce coupon n’existe pas.",
	"Wrong promo code":                                        "Ce code promo ne convient pas",

	// Feeds.
	"There is no such calendar.":                 "Ce calendrier n’existe pas.",
	"There is nothing to embed at this address.": "Il n’y a rien à intégrer à cette adresse.",
	"The formats are json and xml.":              "Les formats sont json et xml.",
	"The sitemap has no such part.":              "Le plan du site n’a pas cette partie.",
}

// Say says one of the house's sentences in a language, for those who are told it
// elsewhere than in an answer.
func Say(lang, sentence string) string { return translate(lang, sentence) }

// translate says a sentence in a language. A sentence that is not in the table stays
// as it is; a test sees to it that none is missing. What depends on the channel's words
// is still open in it.
func translate(lang, sentence string) string {
	if lang != French {
		return cmp.Or(english[sentence], sentence)
	}
	if text, ok := french[sentence]; ok {
		return text
	}
	for pattern, text := range french {
		if value, verb, ok := match(pattern, sentence); ok {
			return strings.Replace(text, verb, value, 1)
		}
	}
	return sentence
}

// match fits a sentence to a pattern with one verb, and returns what stands for it.
func match(pattern, sentence string) (value, verb string, ok bool) {
	open, end := strings.IndexByte(pattern, '{'), strings.IndexByte(pattern, '}')
	if open < 0 || end < open {
		return "", "", false
	}
	rest, ok := strings.CutPrefix(sentence, pattern[:open])
	if !ok {
		return "", "", false
	}
	value, ok = strings.CutSuffix(rest, pattern[end+1:])
	return value, pattern[open : end+1], ok
}
