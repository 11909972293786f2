import { fillIn } from './fill-in.ts'
import { formProblems } from './form-problems.ts'
import type { Language } from './languages.ts'

export type ProblemText = { readonly status: number } & { readonly [L in Language]: string }

/** The error catalogue: one text per problem and language. English is the specification's wording where it has one. */
export const problems = {
  ...formProblems,

  // every route
  'body-invalid': {
    status: 400,
    en: 'The request is not in the expected form: {fields}',
    fr: 'La requête n’a pas la forme attendue : {fields}',
    ar: 'الطلب ليس بالشكل المنتظر: {fields}',
  },
  'body-malformed': {
    status: 400,
    en: 'The request body is not valid JSON',
    fr: 'Le corps de la requête n’est pas du JSON valide',
    ar: 'محتوى الطلب ليس JSON صالحًا',
  },
  'body-too-large': {
    status: 413,
    en: 'The request is too large',
    fr: 'La requête est trop volumineuse',
    ar: 'حجم الطلب أكبر من المسموح',
  },
  'content-type-unsupported': {
    status: 415,
    en: 'Please send JSON (Content-Type: application/json)',
    fr: 'Veuillez envoyer du JSON (Content-Type : application/json)',
    ar: 'يرجى إرسال JSON ‏(Content-Type: application/json)',
  },
  'url-invalid': {
    status: 400,
    en: 'This address is not valid',
    fr: 'Cette adresse n’est pas valide',
    ar: 'هذا العنوان غير صالح',
  },
  'headers-too-large': {
    status: 431,
    en: 'The request headers are too large',
    fr: 'Les en-têtes de la requête sont trop volumineux',
    ar: 'ترويسات الطلب أكبر من المسموح',
  },
  'request-timeout': {
    status: 408,
    en: 'The request took too long to arrive',
    fr: 'La requête a mis trop de temps à arriver',
    ar: 'استغرق وصول الطلب وقتًا طويلًا',
  },
  'method-not-allowed': {
    status: 405,
    en: 'This method is not allowed here',
    fr: 'Cette méthode n’est pas autorisée ici',
    ar: 'هذه الطريقة غير مسموح بها هنا',
  },
  unauthenticated: {
    status: 401,
    en: 'Please log in',
    fr: 'Veuillez vous connecter',
    ar: 'يرجى تسجيل الدخول',
  },
  forbidden: {
    status: 403,
    en: "You don't have permission to do this.",
    fr: 'Vous n’avez pas l’autorisation de faire cela.',
    ar: 'ليس لديك إذن للقيام بذلك.',
  },
  'cross-site': {
    status: 403,
    en: 'This request came from another site',
    fr: 'Cette requête provient d’un autre site',
    ar: 'هذا الطلب قادم من موقع آخر',
  },
  'not-found': {
    status: 404,
    en: 'Not found',
    fr: 'Introuvable',
    ar: 'غير موجود',
  },
  'stale-version': {
    status: 409,
    en: 'This was changed elsewhere in the meantime. Your text is kept; please load the current version and try again.',
    fr: 'Ces données ont été modifiées ailleurs entre-temps. Votre texte est conservé ; chargez la version actuelle et réessayez.',
    ar: 'تمّ تغيير هذه البيانات من مكان آخر. نصّك محفوظ؛ حمّل النسخة الحالية وأعد المحاولة.',
  },
  'cursor-invalid': {
    status: 400,
    en: 'This page of the list no longer exists. Please start from the first page.',
    fr: 'Cette page de la liste n’existe plus. Veuillez repartir de la première page.',
    ar: 'هذه الصفحة من القائمة لم تعد موجودة. يرجى البدء من الصفحة الأولى.',
  },
  'rate-limited': {
    status: 429,
    en: 'Too many attempts. Please try again in {minutes} min.',
    fr: 'Trop de tentatives. Veuillez réessayer dans {minutes} min.',
    ar: 'محاولات كثيرة جدًا. يرجى إعادة المحاولة بعد {minutes} دقيقة.',
  },
  'proof-of-work-required': {
    status: 403,
    en: 'Please confirm that you are not a robot',
    fr: 'Veuillez confirmer que vous n’êtes pas un robot',
    ar: 'يرجى تأكيد أنك لست روبوتًا',
  },
  'idempotency-key-reused': {
    status: 409,
    en: 'This Idempotency-Key was already used for another request',
    fr: 'Cette Idempotency-Key a déjà servi pour une autre requête',
    ar: 'استُعملت Idempotency-Key هذه لطلب آخر',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Please try again.',
    fr: 'Une erreur est survenue de notre côté. Veuillez réessayer.',
    ar: 'حدث خطأ من جانبنا. يرجى إعادة المحاولة.',
  },
  unavailable: {
    status: 503,
    en: 'This part of the service is not available right now. Please try again in a moment.',
    fr: 'Cette partie du service est momentanément indisponible. Veuillez réessayer dans un instant.',
    ar: 'هذا الجزء من الخدمة غير متاح حاليًا. يرجى إعادة المحاولة بعد لحظات.',
  },

  // accounts
  'registration-path-mismatch': {
    status: 400,
    en: 'The role in the request does not match this address',
    fr: 'Le rôle de la requête ne correspond pas à cette adresse',
    ar: 'الصفة المذكورة في الطلب لا توافق هذا العنوان',
  },
  'password-common': {
    status: 400,
    en: 'This password is too common. Please choose another one.',
    fr: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    ar: 'كلمة السر هذه شائعة جدًا. يرجى اختيار كلمة أخرى.',
  },
  'password-personal': {
    status: 400,
    en: 'This password is little more than your name, your address, a place or the name of this site. Please choose another one.',
    fr: 'Ce mot de passe se réduit presque à votre nom, votre adresse, un lieu ou au nom de ce site. Veuillez en choisir un autre.',
    ar: 'تكاد كلمة السر هذه تقتصر على اسمك أو عنوانك أو مكان أو اسم هذا الموقع. يرجى اختيار كلمة أخرى.',
  },
  'password-guessable': {
    status: 400,
    en: 'This password is too easy to guess. Three or four words in a row are strong and easy to remember.',
    fr: 'Ce mot de passe est trop facile à deviner. Trois ou quatre mots à la suite sont solides et faciles à retenir.',
    ar: 'كلمة السر هذه سهلة التخمين. ثلاث كلمات متتالية أو أربع تكون قوية وسهلة التذكر.',
  },
  'password-wrong': {
    status: 403,
    en: 'The current password is not correct',
    fr: 'Le mot de passe actuel est incorrect',
    ar: 'كلمة السر الحالية غير صحيحة',
  },
  'login-failed': {
    status: 401,
    en: 'Login failed. Please check your credentials.',
    fr: 'Échec de la connexion. Veuillez vérifier vos identifiants.',
    ar: 'فشل تسجيل الدخول. يرجى التثبّت من بياناتك.',
  },
  'email-not-verified': {
    status: 403,
    en: 'Please verify your email address before logging in. We sent you a link when you registered.',
    fr: 'Veuillez confirmer votre adresse e-mail avant de vous connecter. Nous vous avons envoyé un lien lors de l’inscription.',
    ar: 'يرجى تأكيد عنوان بريدك الإلكتروني قبل الدخول. أرسلنا إليك رابطًا عند التسجيل.',
  },
  'account-pending': {
    status: 403,
    en: 'Your account is waiting for approval by the Super Administrator (about 1-3 business days). We will email you.',
    fr: 'Votre compte attend l’approbation du super-administrateur (environ 1 à 3 jours ouvrables). Vous recevrez un e-mail.',
    ar: 'حسابك في انتظار موافقة المشرف العام (من يوم إلى ثلاثة أيام عمل تقريبًا). سنراسلك بالبريد الإلكتروني.',
  },
  'account-suspended': {
    status: 403,
    en: 'This account is suspended. Please contact support.',
    fr: 'Ce compte est suspendu. Veuillez contacter le support.',
    ar: 'هذا الحساب موقوف. يرجى الاتصال بالدعم.',
  },
  'address-taken': {
    status: 409,
    en: 'This email address already has an account',
    fr: 'Cette adresse e-mail a déjà un compte',
    ar: 'لهذا العنوان الإلكتروني حساب بالفعل',
  },
  'session-ended': {
    status: 401,
    en: 'Your session has ended. Please log in again.',
    fr: 'Votre session est terminée. Veuillez vous reconnecter.',
    ar: 'انتهت جلستك. يرجى تسجيل الدخول من جديد.',
  },
  'reauthentication-required': {
    status: 403,
    en: 'Please enter your password again to do this',
    fr: 'Veuillez ressaisir votre mot de passe pour faire cela',
    ar: 'يرجى إدخال كلمة السر من جديد للقيام بذلك',
  },
  'mfa-required': {
    status: 401,
    en: 'Please enter the code from your authenticator app',
    fr: 'Veuillez saisir le code de votre application d’authentification',
    ar: 'يرجى إدخال الرمز من تطبيق المصادقة',
  },
  'mfa-enrolment-required': {
    status: 403,
    en: 'Administrators must set up a second factor first',
    fr: 'Les administrateurs doivent d’abord configurer un second facteur',
    ar: 'يجب على المشرفين إعداد عامل تحقق ثانٍ أولًا',
  },
  'mfa-code-wrong': {
    status: 401,
    en: 'This code is not correct or was already used',
    fr: 'Ce code est incorrect ou a déjà été utilisé',
    ar: 'هذا الرمز غير صحيح أو سبق استعماله',
  },
  'mfa-challenge-expired': {
    status: 401,
    en: 'This sign-in took too long. Please log in again.',
    fr: 'Cette connexion a pris trop de temps. Veuillez recommencer.',
    ar: 'استغرق تسجيل الدخول وقتًا طويلًا. يرجى الدخول من جديد.',
  },
  'too-many-factors': {
    status: 409,
    en: 'You have reached the largest number of second factors. Remove one first.',
    fr: 'Vous avez atteint le nombre maximal de seconds facteurs. Supprimez-en un d’abord.',
    ar: 'بلغت العدد الأقصى من عوامل التحقق. احذف واحدًا أولًا.',
  },
  'verification-link-expired': {
    status: 400,
    en: 'This verification link has expired. Please request a new verification email.',
    fr: 'Ce lien de vérification a expiré. Veuillez demander un nouvel e-mail de vérification.',
    ar: 'انتهت صلاحية رابط التحقق. يرجى طلب رسالة تحقق جديدة.',
  },
  'verification-token-unknown': {
    status: 404,
    en: 'Invalid verification token. Please check your email for the correct link.',
    fr: 'Jeton de vérification invalide. Veuillez vérifier le lien reçu par e-mail.',
    ar: 'رمز التحقق غير صالح. يرجى التثبّت من الرابط في بريدك الإلكتروني.',
  },
  'newsletter-link-unknown': {
    status: 404,
    en: 'This link is not valid. Please sign up again.',
    fr: 'Ce lien n’est pas valide. Veuillez vous inscrire à nouveau.',
    ar: 'هذا الرابط غير صالح. يرجى الاشتراك من جديد.',
  },
  'newsletter-link-expired': {
    status: 400,
    en: 'This link has expired. Please sign up again.',
    fr: 'Ce lien a expiré. Veuillez vous inscrire à nouveau.',
    ar: 'انتهت صلاحية هذا الرابط. يرجى الاشتراك من جديد.',
  },
  'reset-link-invalid': {
    status: 400,
    en: 'This reset link is not valid or has expired. Please ask for a new one.',
    fr: 'Ce lien de réinitialisation n’est pas valide ou a expiré. Veuillez en demander un nouveau.',
    ar: 'رابط إعادة التعيين غير صالح أو انتهت صلاحيته. يرجى طلب رابط جديد.',
  },

  // profiles
  'profile-not-ready': {
    status: 503,
    en: 'Your profile is being created. Please try again in a moment.',
    fr: 'Votre profil est en cours de création. Veuillez réessayer dans un instant.',
    ar: 'يجري إنشاء ملفك. يرجى إعادة المحاولة بعد لحظات.',
  },
  'search-not-ready': {
    status: 503,
    en: 'The search is starting. Please try again in a moment.',
    fr: 'La recherche démarre. Veuillez réessayer dans un instant.',
    ar: 'البحث قيد التشغيل. يرجى إعادة المحاولة بعد لحظات.',
  },
  'favorites-full': {
    status: 409,
    en: 'You have kept as many favourites as possible. Please remove one first.',
    fr: 'Vous avez atteint le nombre maximal de favoris. Veuillez d’abord en retirer un.',
    ar: 'بلغتم العدد الأقصى من المفضلات. يرجى حذف أحدها أولًا.',
  },
  'full-name-fixed': {
    status: 400,
    en: 'Full name cannot be changed',
    fr: 'Le nom complet ne peut pas être modifié',
    ar: 'لا يمكن تغيير الاسم الكامل',
  },
  'email-fixed': {
    status: 400,
    en: 'Contact support to change email',
    fr: 'Contactez le support pour changer d’adresse e-mail',
    ar: 'اتصل بالدعم لتغيير البريد الإلكتروني',
  },
  'birth-year-fixed': {
    status: 400,
    en: 'The year of birth cannot be changed once it is saved. A parent or guardian who is linked to your account can correct it under My Children; otherwise contact support.',
    fr: 'L’année de naissance ne peut plus être modifiée une fois enregistrée. Un parent ou tuteur lié à votre compte peut la corriger dans « Mes enfants » ; sinon, contactez le support.',
    ar: 'لا يمكن تغيير سنة الميلاد بعد حفظها. يمكن لوليّ مرتبط بحسابك تصحيحها في «أبنائي»، أو اتصل بالدعم.',
  },
  'minor-fixed': {
    status: 400,
    en: 'Your profile says that you are under 18, so only a parent or guardian who is linked to your account can enter another year of birth, under My Children; otherwise contact support.',
    fr: 'Selon votre profil, vous avez moins de 18 ans : seul un parent ou tuteur lié à votre compte peut saisir une autre année de naissance, dans « Mes enfants » ; sinon, contactez le support.',
    ar: 'يفيد ملفك بأنك دون 18 سنة، لذلك لا يمكن إدخال سنة ميلاد أخرى إلا من وليّ مرتبط بحسابك في «أبنائي»، أو اتصل بالدعم.',
  },

  // availability
  'availability-lunch': {
    status: 400,
    en: 'Lunch hours (13:00-15:00) cannot be selected',
    fr: 'Les heures de déjeuner (13:00-15:00) ne peuvent pas être choisies',
    ar: 'لا يمكن اختيار ساعات الغداء (13:00-15:00)',
  },
  'availability-slot-invalid': {
    status: 400,
    en: 'Availability runs Monday to Saturday, 8:00-20:00',
    fr: 'Les disponibilités vont du lundi au samedi, de 8:00 à 20:00',
    ar: 'التوفر من الاثنين إلى السبت، من 8:00 إلى 20:00',
  },

  // connections
  'connection-exists': {
    status: 409,
    en: 'You already have an open request for this subject with this teacher',
    fr: 'Vous avez déjà une demande en cours pour cette matière auprès de cet enseignant',
    ar: 'لديك بالفعل طلب جارٍ في هذه المادة لدى هذا المعلّم',
  },
  'connection-quota': {
    status: 409,
    en: 'This teacher cannot take more students at the moment',
    fr: 'Cet enseignant ne peut pas prendre d’autres élèves pour le moment',
    ar: 'لا يمكن لهذا المعلّم قبول المزيد من التلاميذ حاليًا',
  },
  'connection-state': {
    status: 409,
    en: 'This request is no longer in a state that allows this',
    fr: 'L’état de cette demande ne le permet plus',
    ar: 'حالة هذا الطلب لم تعد تسمح بذلك',
  },
  'guardian-consent-required': {
    status: 403,
    en: 'A parent or guardian has to be linked to your account before you can contact teachers',
    fr: 'Un parent ou tuteur doit être lié à votre compte avant que vous puissiez contacter des enseignants',
    ar: 'يجب ربط وليّ بحسابك قبل أن تتمكن من الاتصال بالمعلّمين',
  },
  'guardian-link-invalid': {
    status: 404,
    en: 'This code or link is not valid or has expired. Please ask for a new one.',
    fr: 'Ce code ou ce lien n’est pas valide ou a expiré. Veuillez en demander un nouveau.',
    ar: 'هذا الرمز أو الرابط غير صالح أو انتهت صلاحيته. يرجى طلب رمز جديد.',
  },
  'take-over-invalid': {
    status: 404,
    en: 'This code or link is not valid or has expired. Please ask for a new one.',
    fr: 'Ce code ou ce lien n’est pas valide ou a expiré. Veuillez en demander un nouveau.',
    ar: 'هذا الرمز أو الرابط غير صالح أو انتهت صلاحيته. يرجى طلب رمز جديد.',
  },
  'child-required': {
    status: 400,
    en: 'Please choose the child for whom you ask',
    fr: 'Veuillez choisir l’enfant pour lequel vous faites la demande',
    ar: 'يرجى اختيار الطفل الذي تطلب من أجله',
  },
  'child-grade-invalid': {
    status: 400,
    en: 'Please choose a level and one of its grades',
    fr: 'Veuillez choisir un niveau et une de ses classes',
    ar: 'يرجى اختيار مستوى وأحد أقسامه',
  },
  'child-name-required': {
    status: 400,
    en: 'First name is required',
    fr: 'Le prénom est obligatoire',
    ar: 'الاسم الأول مطلوب',
  },
  'teacher-not-approved': {
    status: 403,
    en: 'Your account has to be approved by an administrator first',
    fr: 'Votre compte doit d’abord être approuvé par un administrateur',
    ar: 'يجب أن يوافق أحد المشرفين على حسابك أولًا',
  },
  'upgrade-open': {
    status: 409,
    en: 'Your upgrade request is already being reviewed or was granted',
    fr: 'Votre demande est déjà à l’étude ou a été acceptée',
    ar: 'طلبك قيد المراجعة بالفعل أو تمت الموافقة عليه',
  },
  'upgrade-decided': {
    status: 409,
    en: 'This upgrade request has already been decided',
    fr: 'Cette demande a déjà été tranchée',
    ar: 'سبق البتّ في هذا الطلب',
  },
  'thread-closed': {
    status: 409,
    en: 'This conversation is closed',
    fr: 'Cette conversation est close',
    ar: 'هذه المحادثة مغلقة',
  },
  'thread-blocked': {
    status: 409,
    en: 'This conversation is blocked',
    fr: 'Cette conversation est bloquée',
    ar: 'هذه المحادثة محظورة',
  },
  'message-empty': {
    status: 400,
    en: 'Please write a message',
    fr: 'Veuillez écrire un message',
    ar: 'يرجى كتابة رسالة',
  },

  // lessons
  'video-consent-missing': {
    status: 403,
    en: 'A parent or guardian has to agree to online lessons with this teacher first, under My Children. A face-to-face lesson can be booked without it.',
    fr: 'Un parent ou tuteur doit d’abord accepter les cours en ligne avec cet enseignant, dans « Mes enfants ». Une séance en présentiel peut être réservée sans cela.',
    ar: 'يجب أن يوافق أحد الأولياء أولًا على الحصص عن بعد مع هذا المعلّم في «أبنائي». ويمكن حجز حصة حضورية دون ذلك.',
  },
  'slot-taken': {
    status: 409,
    en: 'This hour is already taken',
    fr: 'Cette heure est déjà prise',
    ar: 'هذه الساعة محجوزة بالفعل',
  },
  'slot-not-offered': {
    status: 409,
    en: 'The teacher does not offer this hour',
    fr: 'L’enseignant ne propose pas cette heure',
    ar: 'هذه الساعة غير معروضة من المعلّم',
  },
  'slot-past': {
    status: 400,
    en: 'This hour has already begun',
    fr: 'Cette heure a déjà commencé',
    ar: 'لقد بدأت هذه الساعة بالفعل',
  },
  'lesson-too-long': {
    status: 400,
    en: 'For this age a lesson lasts at most {minutes} minutes',
    fr: 'À cet âge, une séance dure au plus {minutes} minutes',
    ar: 'في هذه السن لا تتجاوز الحصة {minutes} دقيقة',
  },
  'parent-presence': {
    status: 400,
    en: 'At this age a parent has to be present during the lesson',
    fr: 'À cet âge, un parent doit être présent pendant la séance',
    ar: 'في هذه السن يجب حضور أحد الوالدين أثناء الحصة',
  },
  'place-required': {
    status: 400,
    en: 'Please say where the lesson takes place',
    fr: 'Veuillez indiquer le lieu de la séance',
    ar: 'يرجى ذكر مكان الحصة',
  },
  'meeting-link-invalid': {
    status: 400,
    en: 'Please enter a link that begins with https://',
    fr: 'Veuillez saisir un lien commençant par https://',
    ar: 'يرجى إدخال رابط يبدأ بـ https://',
  },
  'session-state': {
    status: 409,
    en: 'This lesson is no longer in a state that allows this',
    fr: 'L’état de cette séance ne le permet plus',
    ar: 'حالة هذه الحصة لم تعد تسمح بذلك',
  },
  'session-too-late': {
    status: 409,
    en: 'Lessons can be moved or cancelled until 4 hours before they begin',
    fr: 'Les séances peuvent être déplacées ou annulées jusqu’à 4 heures avant leur début',
    ar: 'يمكن تغيير موعد الحصص أو إلغاؤها إلى غاية 4 ساعات قبل بدايتها',
  },
  'session-not-started': {
    status: 409,
    en: 'This lesson has not begun yet',
    fr: 'Cette séance n’a pas encore commencé',
    ar: 'لم تبدأ هذه الحصة بعد',
  },
  'review-exists': {
    status: 409,
    en: 'You have already reviewed this teacher this term',
    fr: 'Vous avez déjà évalué cet enseignant ce trimestre',
    ar: 'لقد قيّمت هذا المعلّم في هذا الثلاثي بالفعل',
  },
  'report-topics-required': {
    status: 400,
    en: 'Please say what the lesson was about',
    fr: 'Veuillez indiquer le sujet de la séance',
    ar: 'يرجى ذكر موضوع الحصة',
  },

  // administration
  'status-unchanged': {
    status: 409,
    en: 'This user already has this status',
    fr: 'Cet utilisateur a déjà ce statut',
    ar: 'هذا المستخدم لديه هذه الحالة بالفعل',
  },
  'decision-not-allowed': {
    status: 403,
    en: 'Only a Super Administrator may decide on this account',
    fr: 'Seul un super-administrateur peut décider de ce compte',
    ar: 'القرار في هذا الحساب للمشرف العام فقط',
  },
  'duplicate-state': {
    status: 409,
    en: 'This alert has already been decided, or the time to undo it is over',
    fr: 'Cette alerte a déjà été traitée, ou le délai d’annulation est passé',
    ar: 'سبق البتّ في هذا التنبيه، أو انقضت مهلة التراجع',
  },
  'alert-resolved': {
    status: 409,
    en: 'This alert was already dealt with',
    fr: 'Cette alerte a déjà été traitée',
    ar: 'تمّت معالجة هذا التنبيه من قبل',
  },
  'alert-taken': {
    status: 409,
    en: '{name} already looks into this alert',
    fr: '{name} s’occupe déjà de ce signalement',
    ar: '{name} يتولّى النظر في هذا التنبيه من قبل',
  },
  'ticket-closed': {
    status: 409,
    en: 'This ticket is closed',
    fr: 'Cette demande est clôturée',
    ar: 'هذا الطلب مغلق',
  },
  'assignee-taken': {
    status: 409,
    en: '{name} already looks after this account',
    fr: '{name} s’occupe déjà de ce compte',
    ar: '{name} يتابع هذا الحساب من قبل',
  },
  'reason-required': {
    status: 400,
    en: 'Please give a reason',
    fr: 'Veuillez indiquer un motif',
    ar: 'يرجى ذكر السبب',
  },
} as const satisfies Record<string, ProblemText>

export type ProblemSlug = keyof typeof problems

/** The text of a problem, `{name}` replaced from `params`. */
export function problemText(
  slug: ProblemSlug,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fillIn(problems[slug][language], params)
}

/** `login-failed` → `LOGIN_FAILED`: the `code` that programs read. */
export function problemCode(slug: ProblemSlug): string {
  return slug.replaceAll('-', '_').toUpperCase()
}
