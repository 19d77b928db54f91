; Cars cross by a ferry that carries one at a time; now and then it does not start.
(define (domain ferry)
  (:requirements :typing :negative-preconditions :probabilistic-effects)
  (:types car place)
  (:predicates (at ?c - car ?p - place) (moored ?p - place) (aboard ?c - car) (full))

  (:action board
    :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (moored ?p) (not (full)))
    :effect (and (aboard ?c) (full) (not (at ?c ?p))))

  (:action sail
    :parameters (?from - place ?to - place)
    :precondition (and (moored ?from) (not (= ?from ?to)))
    :effect (probabilistic 0.8 (and (moored ?to) (not (moored ?from)))))

  (:action land
    :parameters (?c - car ?p - place)
    :precondition (and (aboard ?c) (moored ?p))
    :effect (and (at ?c ?p) (not (aboard ?c)) (not (full)))))
