import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ErrorCode } from "../../src/contract/errors.ts";
import type { ClientErrorCode } from "../request.ts";
import type { PageErrorCode } from "./page_errors/texts.ts";

/** What each refusal says to a person: what happened, then what to do. A code without a text does not compile. */
export const ERROR_TEXTS: Record<Exclude<ErrorCode | ClientErrorCode, PageErrorCode>, MessageDescriptor> = {
  ERR_OFFLINE: msg`Sem conexão com o servidor. Confira a internet e tente de novo.`,
  ERR_UNKNOWN: msg`Ocorreu um erro!`,
  ERR_FILE_UNREADABLE: msg`O arquivo não pode ser lido. Se é uma pasta ou foi movido, escolha de novo.`,
  ERR_MICROPHONE: msg`O microfone não respondeu. Confira se outro programa o usa e tente de novo.`,
  ERR_MICROPHONE_DENIED: msg`O microfone está bloqueado. Permita o uso dele no cadeado ao lado do endereço.`,
  ERR_MICROPHONE_MISSING: msg`Nenhum microfone foi encontrado. Conecte um e tente de novo.`,
  ERR_MICROPHONE_INSECURE: msg`O navegador só grava áudio em endereços https. Fale com quem instalou o sistema.`,
  ERR_INTERNAL: msg`Ocorreu um erro! Tente de novo em instantes.`,
  ERR_INVALID_INPUT: msg`Há algo errado no que foi preenchido. Confira e tente de novo.`,
  ERR_INVALID_CREDENTIALS: msg`E-mail ou senha não conferem. Confira e tente de novo.`,
  ERR_SESSION_EXPIRED: msg`Sessão expirada. Entre de novo.`,
  ERR_SECOND_FACTOR: msg`Falta o código da verificação em duas etapas.`,
  ERR_WRONG_CODE: msg`O código não confere. Confira e tente de novo.`,
  ERR_SECOND_FACTOR_REQUIRED: msg`A empresa exige a verificação em duas etapas. Configure a sua antes de continuar.`,
  ERR_PASSKEY_REFUSED: msg`Esta chave de acesso não foi aceita. Tente de novo ou entre com a senha.`,
  ERR_TOKEN_EXPIRED: msg`Sessão expirada. Entre de novo.`,
  ERR_SUBSCRIPTION_EXPIRED: msg`A assinatura da empresa venceu. Entre em contato com o Suporte para mais informações!`,
  ERR_COMPANY_BLOCKED: msg`A empresa está bloqueada. Entre em contato com o Suporte.`,
  ERR_SERVER_UNAVAILABLE:
    msg`Os dados do servidor estão danificados e nada pode ser atendido. Fale com quem cuida do servidor.`,
  ERR_WAPP_UNREACHABLE: msg`O WhatsApp não respondeu. Tente de novo em alguns instantes.`,
  ERR_COMPANY_UNAVAILABLE: msg`Os dados da empresa estão indisponíveis agora. Tente de novo em alguns minutos.`,
  ERR_MAINTENANCE: msg`Sua empresa está em manutenção. Nada se perdeu: tente de novo em alguns minutos.`,
  ERR_NO_PERMISSION: msg`Acesso não permitido`,
  ERR_NOT_FOUND: msg`Não encontrado. Talvez tenha sido excluído.`,
  ERR_NO_TICKET_FOUND: msg`Nenhum atendimento encontrado. Talvez tenha sido excluído.`,
  ERR_NO_CONTACT_FOUND: msg`Nenhum contato encontrado. Talvez tenha sido excluído.`,
  ERR_NO_USER_FOUND: msg`Nenhum usuário encontrado. Talvez tenha sido excluído.`,
  ERR_NO_WAPP_FOUND: msg`Nenhuma conexão encontrada. Talvez tenha sido excluída.`,
  ERR_NO_MESSAGE_FOUND: msg`Nenhuma mensagem encontrada. Talvez tenha sido excluída.`,
  ERR_NO_QUEUE_FOUND: msg`Nenhuma fila encontrada. Talvez tenha sido excluída.`,
  ERR_NO_NOTE_FOUND: msg`Nenhuma observação encontrada. Talvez tenha sido excluída.`,
  ERR_NO_TAG_FOUND: msg`Nenhuma tag encontrada. Talvez tenha sido excluída.`,
  ERR_NO_QUICK_REPLY_FOUND: msg`Nenhuma resposta rápida encontrada. Talvez tenha sido excluída.`,
  ERR_NO_ANNOUNCEMENT_FOUND: msg`Este informativo não existe mais.`,
  ERR_CREATING_MESSAGE: msg`Erro ao criar a mensagem no banco de dados. Tente de novo.`,
  ERR_CREATING_TICKET: msg`Erro ao criar o atendimento no banco de dados. Tente de novo.`,
  ERR_SCHEDULE_TAKEN_BACK: msg`A mensagem foi excluída do atendimento antes de sair.`,
  ERR_CAMPAIGN_STOPPED: msg`A campanha foi parada antes de a mensagem sair.`,
  ERR_NO_DEF_WAPP_FOUND: msg`Nenhuma conexão padrão encontrada. Marque uma em Conexões.`,
  ERR_WAPP_NOT_INITIALIZED: msg`Esta conexão não foi iniciada. Veja em Conexões.`,
  ERR_WAPP_CHECK_CONTACT: msg`Não foi possível verificar o contato. Veja em Conexões.`,
  ERR_NOT_AT_CHANNEL: msg`Este canal não permite isto.`,
  ERR_MAY_HAVE_LEFT: msg`A conexão caiu durante o envio: talvez tenha chegado. Veja no aplicativo antes de reenviar.`,
  ERR_WINDOW_CLOSED: msg`Passaram 24 horas da última mensagem do cliente: este canal não aceita mais respostas livres.`,
  ERR_CONTACT_NOT_THERE:
    msg`Esta conexão não alcança este contato: ele só pode ser respondido pelo canal em que escreveu.`,
  ERR_WAPP_INVALID_CONTACT: msg`Este não é um número de WhatsApp válido.`,
  ERR_WAPP_DOWNLOAD_MEDIA: msg`Não foi possível baixar a mídia do WhatsApp. Tente de novo.`,
  ERR_WAPP_RESTRICTED: msg`O WhatsApp restringiu este número: só respostas saem por enquanto.`,
  ERR_SENDING_WAPP_MSG: msg`Erro ao enviar a mensagem. Veja em Conexões.`,
  ERR_DELETE_WAPP_MSG: msg`Não foi possível excluir a mensagem do WhatsApp.`,
  ERR_FETCH_WAPP_MSG: msg`Erro ao buscar a mensagem no WhatsApp, talvez ela seja muito antiga.`,
  ERR_OTHER_OPEN_TICKET: msg`Já existe um atendimento aberto para este contato.`,
  ERR_TICKET_CHANGED: msg`Outra pessoa mexeu neste atendimento antes. Veja como ele está agora.`,
  ERR_UNDO_TOO_LATE: msg`Já não dá para desfazer isso.`,
  ERR_TICKET_NOT_OPEN: msg`Este atendimento não está aberto. Aceite ou reabra antes de responder.`,
  ERR_ANSWERED_MEANWHILE: msg`Um colega respondeu enquanto você escrevia. Confira antes de enviar.`,
  ERR_EDIT_TOO_LATE: msg`Só dá para editar um texto até 15 minutos depois do envio.`,
  ERR_DUPLICATED_CONTACT: msg`Já existe um contato com este número.`,
  ERR_CHANGED_MEANWHILE: msg`Outra pessoa mudou isto antes. Veja como está agora.`,
  ERR_FILE_TOO_LARGE: msg`O arquivo é grande demais.`,
  ERR_BODY_TOO_LARGE: msg`O conteúdo é grande demais para ser enviado.`,
  ERR_FILE_TYPE: msg`Este tipo de arquivo não é aceito.`,
  ERR_TOO_MANY_REQUESTS: msg`Muitas tentativas seguidas. Espere alguns minutos e tente de novo.`,
  ERR_STORAGE_LIMIT:
    msg`O espaço da empresa para arquivos acabou. Exclua atendimentos antigos ou fale com quem cuida da assinatura.`,
  ERR_FOREIGN_ORIGIN:
    msg`Esta página não está no endereço do sistema. Abra o endereço que a sua empresa usa e tente de novo.`,
  ERR_CONTENT_TYPE: msg`O conteúdo não veio no formato esperado.`,
  ERR_NOTHING_SET_UP:
    msg`Este servidor ainda não foi preparado. Quem cuida dele abre o endereço que o programa mostra ao iniciar.`,
  ERR_STORAGE_FULL: msg`O servidor está sem espaço. Fale com o Suporte.`,
};

/** Those that came with the first page that can meet them. */
const learned = new Map<string, MessageDescriptor>();

/** To be called with the texts of pages that the first load does without. */
export function learnErrors(texts: Record<string, MessageDescriptor>): void {
  for (const [code, text] of Object.entries(texts)) learned.set(code, text);
}

/** What a refusal says, if it is known. */
export function knownText(code: string): MessageDescriptor | undefined {
  return (ERROR_TEXTS as Record<string, MessageDescriptor>)[code] ?? learned.get(code);
}
