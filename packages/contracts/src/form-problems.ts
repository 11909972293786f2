import type { ProblemText } from './problem.ts'

/**
 * Problems that forms show before a server is asked (spec §5, §8). English is the specification's wording.
 * Kept apart from the rest of the catalogue so that public pages bundle only these.
 */
export const formProblems = {
  'full-name-required': {
    status: 400,
    en: 'Full name is required',
    fr: 'Le nom complet est obligatoire',
    ar: 'الاسم الكامل إجباري',
  },
  'email-invalid': {
    status: 400,
    en: 'Valid email address is required',
    fr: 'Une adresse e-mail valide est obligatoire',
    ar: 'يجب إدخال عنوان بريد إلكتروني صحيح',
  },
  'phone-invalid': {
    status: 400,
    en: 'Valid Tunisian phone number is required',
    fr: 'Un numéro de téléphone tunisien valide est obligatoire',
    ar: 'يجب إدخال رقم هاتف تونسي صحيح',
  },
  'password-too-short': {
    status: 400,
    en: 'Password must be at least 8 characters long',
    fr: 'Le mot de passe doit comporter au moins 8 caractères',
    ar: 'يجب أن تتكوّن كلمة السر من 8 أحرف على الأقل',
  },
  'admin-password-too-short': {
    status: 400,
    en: 'The password of an administrator must be at least 15 characters long',
    fr: 'Le mot de passe d’un administrateur doit comporter au moins 15 caractères',
    ar: 'يجب أن تتكوّن كلمة سر المشرف من 15 حرفًا على الأقل',
  },
  'password-too-long': {
    status: 400,
    en: 'Password must be at most 128 characters long',
    fr: 'Le mot de passe doit comporter au plus 128 caractères',
    ar: 'يجب ألّا تتجاوز كلمة السر 128 حرفًا',
  },
  'role-required': {
    status: 400,
    en: 'Please select your role',
    fr: 'Veuillez choisir votre rôle',
    ar: 'يرجى اختيار صفتك',
  },
  'governorate-required': {
    status: 400,
    en: 'Location is mandatory - please select your governorate',
    fr: 'Le lieu est obligatoire - veuillez choisir votre gouvernorat',
    ar: 'الموقع إجباري - يرجى اختيار ولايتك',
  },
  'governorate-unknown': {
    status: 400,
    en: 'This is not one of the 24 governorates',
    fr: 'Ce n’est pas l’un des 24 gouvernorats',
    ar: 'هذه ليست من الولايات الأربع والعشرين',
  },
  'delegation-unknown': {
    status: 400,
    en: 'This delegation does not belong to the chosen governorate',
    fr: 'Cette délégation n’appartient pas au gouvernorat choisi',
    ar: 'هذه المعتمدية لا تتبع الولاية المختارة',
  },
  'service-radius-invalid': {
    status: 400,
    en: 'Service radius must be between 1 and 50 km',
    fr: 'Le rayon de déplacement doit être compris entre 1 et 50 km',
    ar: 'يجب أن يكون نطاق التنقل بين 1 و50 كم',
  },
  'teaching-subject-required': {
    status: 400,
    en: 'Please select at least one teaching subject.',
    fr: 'Veuillez choisir au moins une matière enseignée.',
    ar: 'يرجى اختيار مادة تدريس واحدة على الأقل.',
  },
  'terms-required': {
    status: 400,
    en: 'Please accept the Terms of Service',
    fr: 'Veuillez accepter les conditions d’utilisation',
    ar: 'يرجى قبول شروط الاستخدام',
  },
  'child-name-required': {
    status: 400,
    en: 'Please enter your child’s name',
    fr: 'Veuillez saisir le prénom de votre enfant',
    ar: 'يرجى إدخال اسم طفلك',
  },
  'child-age-invalid': {
    status: 400,
    en: 'Child age must be between 5 and 25',
    fr: 'L’âge de l’enfant doit être compris entre 5 et 25 ans',
    ar: 'يجب أن يكون عمر الطفل بين 5 و25 سنة',
  },
  'education-level-invalid': {
    status: 400,
    en: 'Please choose an education level and a grade that belongs to it',
    fr: 'Veuillez choisir un niveau d’études et une classe correspondante',
    ar: 'يرجى اختيار مستوى تعليمي وقسم يوافقه',
  },
  'birth-year-invalid': {
    status: 400,
    en: 'Please enter a birth year between 1920 and five years ago',
    fr: 'Veuillez saisir une année de naissance entre 1920 et il y a cinq ans',
    ar: 'يرجى إدخال سنة ولادة بين 1920 وقبل خمس سنوات',
  },
  'guardian-email-invalid': {
    status: 400,
    en: 'Please enter a valid email address for the parent or guardian',
    fr: 'Veuillez saisir une adresse e-mail valide pour le parent ou tuteur',
    ar: 'يرجى إدخال عنوان بريد إلكتروني صحيح للولي',
  },
  'employment-status-invalid': {
    status: 400,
    en: 'Please choose an employment status from the list',
    fr: 'Veuillez choisir une situation professionnelle dans la liste',
    ar: 'يرجى اختيار الوضع المهني من القائمة',
  },
  'public-teacher-blocked': {
    status: 400,
    en: 'Decree 2015-1619 forbids teachers of public schools to give private lessons outside school premises: we cannot open a teacher account for you',
    fr: 'Le décret 2015-1619 interdit aux enseignants des écoles publiques de donner des cours particuliers hors des établissements : nous ne pouvons pas vous ouvrir de compte d’enseignant',
    ar: 'يمنع الأمر عدد 1619 لسنة 2015 مدرّسي التعليم العمومي من تقديم الدروس الخصوصية خارج المؤسسات التربوية: لا يمكننا فتح حساب مدرّس لك',
  },
  'subject-unknown': {
    status: 400,
    en: 'Please choose subjects from the list',
    fr: 'Veuillez choisir des matières dans la liste',
    ar: 'يرجى اختيار المواد من القائمة',
  },
  'choice-unknown': {
    status: 400,
    en: 'Please choose one of the values in the list',
    fr: 'Veuillez choisir une valeur de la liste',
    ar: 'يرجى اختيار قيمة من القائمة',
  },
  'fields-required': {
    status: 400,
    en: 'Please fill in all required fields',
    fr: 'Veuillez remplir tous les champs obligatoires',
    ar: 'يرجى تعبئة جميع الخانات الإجبارية',
  },
  'forgot-address-missing': {
    status: 400,
    en: 'Please enter your email address',
    fr: 'Veuillez saisir votre adresse e-mail',
    ar: 'يرجى إدخال عنوان بريدك الإلكتروني',
  },
  'forgot-address-invalid': {
    status: 400,
    en: 'Please enter a valid email address',
    fr: 'Veuillez saisir une adresse e-mail valide',
    ar: 'يرجى إدخال عنوان بريد إلكتروني صحيح',
  },
  'verification-link-missing': {
    status: 404,
    en: 'Invalid verification link. No token provided.',
    fr: 'Lien de vérification invalide. Aucun jeton fourni.',
    ar: 'رابط التحقق غير صالح. لم يُرفق أي رمز.',
  },
  'resend-address-missing': {
    status: 400,
    en: 'Unable to resend verification email. Email address not found.',
    fr: 'Impossible de renvoyer l’e-mail de vérification. Adresse e-mail introuvable.',
    ar: 'تعذّر إعادة إرسال رسالة التحقق. عنوان البريد الإلكتروني غير موجود.',
  },
  'contact-fields-required': {
    status: 400,
    en: 'Please fill in all required fields.',
    fr: 'Veuillez remplir tous les champs obligatoires.',
    ar: 'يرجى تعبئة جميع الخانات الإجبارية.',
  },
} as const satisfies Record<string, ProblemText>
